//! Each verb answers with the object of the program; the document of the API says what there is.

use serde_json::Value;

use crate::server::Server;

#[test]
fn the_document_is_true() {
    let server = Server::start();
    let document = server.get("/api/v1/openapi.json").json();
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 10);
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().unwrap() {
            let mut path = path.clone();
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().unwrap();
                path = path.replace(&format!("{{{name}}}"), parameter["example"].as_str().unwrap());
            }
            if method == "get" {
                let answer = server.get(&path);
                assert_eq!(answer.status, 200, "{path}");
                assert!(answer.json().is_object());
                continue;
            }
            let verb = path.rsplit('/').next().unwrap();
            let content = &operation["requestBody"]["content"]["application/json"];
            let answer = server.post(verb, &content["example"].to_string());
            assert_eq!(answer.status, 200, "{verb}: {}", answer.text());
            let answers = &operation["responses"]["200"]["content"];
            if let Some(keys) = answers["application/json"]["schema"]["required"].as_array() {
                let object = answer.json();
                assert_eq!(object["schema"], 1, "{verb}");
                for key in keys {
                    assert!(object.get(key.as_str().unwrap()).is_some(), "{verb} has no {key}");
                }
            } else {
                assert!(answer.head.contains("text/event-stream"), "{verb}");
            }
            // what the document does not name is refused, and what it requires is required
            assert_eq!(server.post(verb, r#"{"text":"nim(3)","nonsense":1}"#).status, 422, "{verb}");
            let required = content["schema"]["required"].as_array().unwrap();
            assert!(required.contains(&Value::from("text")));
            assert_eq!(server.post(verb, "{}").status, 422, "{verb}");
        }
    }
}

#[test]
fn small_questions_are_answered() {
    let server = Server::start();
    let answer = server.post("solve", r#"{"text":"take[1,3,4](21, 17) + kayles(9)"}"#);
    let object = answer.json();
    assert_eq!((answer.status, object["outcome"].as_str(), object["value"].as_u64()), (200, Some("N"), Some(5)));
    let text = server.post("solve", r#"{"text":"Nim 3 5 6"}"#).json();
    assert_eq!(text["outcome"], "P");
    let moves = server.post("moves", r#"{"text":"kayles(9)","winning":true}"#).json();
    assert_eq!(moves["moves_count"], 1);
    let latex = |lang: &str| {
        let body = format!(r#"{{"text":"nim(3,5)","form":"latex","lang":"{lang}"}}"#);
        server.post("explain", &body).json()["latex"].as_str().map(str::to_owned)
    };
    assert!(latex("zh").is_some_and(|zh| zh.contains("石子")) && latex("en").is_some_and(|en| en.contains("Take any")));
    assert_eq!(latex("fr"), None);
    let claim = server.post("prove", r#"{"text":"wythoff","claim":"P: a = 2*b or b = 2*a"}"#).json();
    assert_eq!(claim["result"], "refuted");
    let values = server.post("table", r#"{"text":"take[1..m]","for":"m=3","to":7}"#).json();
    assert_eq!(values["values"], serde_json::json!([0, 1, 2, 3, 0, 1, 2, 3]));
    let code = server.post("emit", r#"{"text":"lasker","lang":"rust"}"#).json();
    assert!(code["code"].as_str().unwrap().contains("fn "));
    let game = server.get("/api/v1/describe/kayles").json();
    assert_eq!(game["english"], "Kayles");
    assert_eq!(server.get("/api/v1/describe/nothing").status, 404);
    assert!(server.get("/api/v1/list").json()["games"].as_array().unwrap().len() > 50);
}

#[test]
fn the_box_of_each_lesson_is_answered() {
    let server = Server::start();
    let lessons = include_str!("../assets/lessons.js");
    let boxes: Vec<&str> =
        lessons.lines().filter_map(|line| line.trim().strip_prefix("box: '")?.strip_suffix("',")).collect();
    assert_eq!(boxes.len(), 8);
    for text in boxes {
        let answer = server.post("solve", &serde_json::json!({ "text": text }).to_string());
        assert_eq!(answer.status, 200, "{text}: {}", answer.text());
        assert_eq!(answer.json()["evidence"]["status"], "proved", "{text}");
    }
}

#[test]
fn a_table_comes_as_bytes_too() {
    let server = Server::start();
    let body = r#"{"text":"wythoff","to":[2,3]}"#;
    let answer = server.raw(&server.question("table", body, "Accept: application/octet-stream\r\n"));
    assert!(answer.head.contains("application/octet-stream"));
    let numbers: Vec<u32> = answer.body.chunks(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 1, 2, 0, 4, 2, 0, 1, 5]);
}

#[test]
fn faults_have_their_status() {
    let server = Server::start();
    let fault = server.post("solve", r#"{"text":"take[1,3,4](21, 17) + kayls(9)"}"#);
    let error = &fault.json()["error"];
    assert_eq!((fault.status, error["kind"].as_str()), (422, Some("parse")));
    assert_eq!(error["span"], serde_json::json!([22, 27]));
    assert!(error["suggestion"].as_str().unwrap().contains("kayles"));
    assert_eq!(server.post("solve", "{").status, 400);
    assert_eq!(server.post("nothing", "{}").status, 404);
    assert_eq!(server.get("/api/v1/solve").status, 405);
    assert_eq!(server.get("/api/v1/").status, 404);
    assert_eq!(server.get("/nothing").status, 404);
    let port = server.port;
    let other = format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    assert_eq!(server.raw(other.as_bytes()).status, 415);
    let claim = server.post("prove", r#"{"text":"nim","claim":"P: a ="}"#);
    assert_eq!((claim.status, claim.json()["error"]["kind"].as_str()), (422, Some("parse")));
}

#[test]
fn pages_carry_their_headers() {
    let server = Server::start();
    for path in ["/", "/games/lasker", "/api/v1/health", "/nothing"] {
        let head = server.get(path).head.to_ascii_lowercase();
        for wanted in ["content-security-policy: default-src 'none'", "nosniff", "no-referrer", "same-origin"] {
            assert!(head.contains(wanted), "{path} {wanted}");
        }
        assert!(!head.contains("access-control"), "{path}");
    }
    let page = server.get("/");
    assert!(page.text().contains("Kayles"), "the catalogue stands in the page");
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let host = format!("127.0.0.1:{}", server.port);
    assert_eq!(server.get_as("/", &host, &format!("If-None-Match: {tag}\r\n")).status, 304);
}
