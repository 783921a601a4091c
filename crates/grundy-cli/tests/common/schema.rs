//! Is an object of the JSON Schema that the manual gives? The part of the language that the file uses, and one thing more:
//! a field that the schema does not name is a fault, so that the manual is complete.

use std::sync::OnceLock;

use serde_json::Value;

fn schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    let text = include_str!("../../docs/schema/grundy-1.json");
    SCHEMA.get_or_init(|| serde_json::from_str(text).expect("the schema is JSON"))
}

/// What is wrong with an object that a verb printed.
pub(crate) fn check(object: &Value) -> Result<(), String> {
    fits(schema(), object, "$")
}

fn fits(rule: &Value, value: &Value, path: &str) -> Result<(), String> {
    if let Some(name) = rule["$ref"].as_str() {
        let found = schema().pointer(name.strip_prefix('#').expect("a reference into the file"));
        fits(found.unwrap_or_else(|| panic!("{name} is not in the schema")), value, path)?;
    }
    let kinds: Vec<&str> = match &rule["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is(value, kind)) {
        return Err(format!("{path} should be {}: {value}", kinds.join(" or ")));
    }
    if rule.get("const").is_some_and(|wanted| wanted != value)
        || rule["enum"].as_array().is_some_and(|list| !list.contains(value))
    {
        return Err(format!("{path}: {value}"));
    }
    if let Some(choices) = rule["anyOf"].as_array() {
        let faults: Vec<String> = choices.iter().filter_map(|choice| fits(choice, value, path).err()).collect();
        if faults.len() == choices.len() {
            return Err(faults.join(" / "));
        }
    }
    if let Some(items) = value.as_array().filter(|_| rule.get("items").is_some()) {
        for (at, item) in items.iter().enumerate() {
            fits(&rule["items"], item, &format!("{path}[{at}]"))?;
        }
    }
    let Some(fields) = value.as_object() else { return Ok(()) };
    for name in rule["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            return Err(format!("{path}.{name} is missing"));
        }
    }
    for (name, field) in fields {
        let path = format!("{path}.{name}");
        match (rule["properties"].get(name), rule.get("additionalProperties")) {
            (Some(rule), _) | (None, Some(rule)) => fits(rule, field, &path)?,
            (None, None) if rule.get("properties").is_some() => return Err(format!("{path} is not in the schema")),
            (None, None) => {}
        }
    }
    Ok(())
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("the type {kind} of the schema"),
    }
}
