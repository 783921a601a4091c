//! The API described for machines (OpenAPI 3.1), from the same list of verbs that reads the requests.

use serde_json::{Map, Value, json};

use crate::question::VERBS;

/// An example of each verb: its body, and the keys that its object has for sure.
const EXAMPLES: &[(&str, &str, &[&str])] = &[
    ("ask", r#"{"text":"nim(3,5,7)"}"#, &[]),
    ("solve", r#"{"text":"kayles(9)"}"#, &["query", "outcome", "value", "evidence", "moves", "engine", "cost"]),
    ("explain", r#"{"text":"nim(13,12,8)"}"#, &["query", "steps", "conclusion", "evidence"]),
    ("moves", r#"{"text":"kayles(9)","limit":5}"#, &["query", "moves", "moves_count", "moves_truncated"]),
    ("scene", r#"{"text":"kayles(9)","line":10}"#, &["query", "box", "say", "parts", "moves"]),
    (
        "play",
        r#"{"text":"nim(3,5,7)","moves":[0],"level":3,"seed":7}"#,
        &["position", "scene", "moves", "reply", "over", "history"],
    ),
    ("table", r#"{"text":"wythoff","to":[4,6]}"#, &["game", "from", "to", "values", "evidence"]),
    ("period", r#"{"text":"take[1,3,4]"}"#, &["game", "found", "preperiod", "period", "evidence"]),
    ("guess", r#"{"text":"lasker"}"#, &["game", "findings"]),
    ("prove", r#"{"text":"take[1..3]","claim":"P: n % 4 = 0"}"#, &["query", "claim", "result"]),
    ("label", r#"{"text":"graph{a->b; b->a,c}(a)"}"#, &["game", "vertices", "labels", "evidence"]),
    ("emit", r#"{"text":"take[1,3,4]","lang":"python"}"#, &["game", "lang", "code"]),
];

/// The type of a field of a request.
fn field(name: &str) -> Value {
    match name {
        "limit" => json!({"type": "integer", "minimum": 0, "description": "moves that are listed"}),
        "line" => json!({"type": "integer", "minimum": 1, "description": "things in a row before it wraps"}),
        "level" => {
            json!({"type": "integer", "minimum": 0, "maximum": 3, "description": "the opponent whose reply is wanted"})
        }
        "seed" => json!({"type": "integer", "minimum": 0}),
        "form" => json!({"enum": ["json", "latex"]}),
        "moves" => {
            json!({"type": "array", "items": {"type": "integer", "minimum": 0}, "description": "moves made, by their numbers"})
        }
        "winning" | "value" => json!({"type": "boolean"}),
        "from" | "to" => json!({
            "description": "one number, or one for each coordinate",
            "oneOf": [{"type": "integer", "minimum": 0}, {"type": "array", "items": {"type": "integer", "minimum": 0}}],
        }),
        "show" => json!({"enum": ["values", "outcomes", "p"]}),
        _ => json!({"type": "string"}),
    }
}

fn request(fields: &[&str]) -> Value {
    let mut properties = Map::new();
    properties.insert("text".into(), json!({"type": "string", "description": "in the notation of grundy"}));
    for name in fields {
        properties.insert((*name).into(), field(name));
    }
    properties.insert("for".into(), json!({"type": "string", "description": "values of parameters: m=3"}));
    properties.insert(
        "limits".into(),
        json!({"type": "object", "description": "lower the limits of the server", "properties": {
            "seconds": {"type": "number"}, "bytes": {"type": "integer"}, "nodes": {"type": "integer"}}}),
    );
    let mut required = vec!["text"];
    required.extend(fields.iter().filter(|name| **name == "claim"));
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// The whole document.
pub(crate) fn document() -> Value {
    let error = |words: &str| {
        let schema = json!({"$ref": "#/components/schemas/error"});
        json!({"description": words, "content": {"application/json": {"schema": schema}}})
    };
    let mut paths = Map::new();
    for (_, name, fields) in VERBS {
        let (example, keys) = EXAMPLES
            .iter()
            .find(|entry| entry.0 == *name)
            .map_or((Value::Null, &[][..]), |entry| (serde_json::from_str(entry.1).unwrap_or_default(), entry.2));
        let stream = json!({"schema": {"type": "string"}});
        let mut content = Map::new();
        if *name != "ask" {
            let schema = json!({"type": "object", "required": keys, "properties": {"schema": {"const": 1}}});
            content.insert("application/json".into(), json!({"schema": schema}));
        }
        content.insert("text/event-stream".into(), stream);
        let operation = json!({
            "operationId": name,
            "requestBody": {"required": true, "content": {"application/json": {"schema": request(fields), "example": example}}},
            "responses": {
                "200": {"description": "answered, also by no and by what is not complete", "content": content},
                "400": error("not JSON"), "403": error("another host or origin"), "413": error("too large"),
                "415": error("not application/json"), "422": error("the text, or a field, is at fault"),
                "429": error("too many of this reader"), "503": error("too many of all"),
            },
        });
        paths.insert(format!("/api/v1/{name}"), json!({"post": operation}));
    }
    let object = || json!({"200": {"description": "an object", "content": {"application/json": {"schema": {"type": "object"}}}}});
    for (path, id) in [("list", "list"), ("health", "health"), ("openapi.json", "openapi")] {
        paths.insert(format!("/api/v1/{path}"), json!({"get": {"operationId": id, "responses": object()}}));
    }
    let name =
        json!([{"name": "name", "in": "path", "required": true, "schema": {"type": "string"}, "example": "kayles"}]);
    let describe = json!({"get": {"operationId": "describe", "parameters": name, "responses": object()}});
    paths.insert("/api/v1/describe/{name}".into(), describe);
    json!({
        "openapi": "3.1.0",
        "info": {"title": "grundy", "version": env!("CARGO_PKG_VERSION"), "license": {"name": "MIT OR Apache-2.0"}},
        "paths": paths,
        "components": {"schemas": {"error": {"type": "object", "required": ["error"], "properties": {"error": {
            "type": "object", "required": ["kind", "message"],
            "properties": {"kind": {"type": "string"}, "message": {"type": "string"}}}}}}},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_has_an_example() {
        let names: Vec<&str> = VERBS.iter().map(|verb| verb.1).collect();
        let examples: Vec<&str> = EXAMPLES.iter().map(|example| example.0).collect();
        assert_eq!(names, examples);
    }
}
