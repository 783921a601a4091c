use grundy::Nat;

use super::*;

/// Three rows with one cell of each kind.
struct Three(Vec<Nat>);

impl Columns for Three {
    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("n", Kind::Number).steady(),
            Column::new("large", Kind::Number).optional(),
            Column::new("who", Kind::Letter),
            Column::new("name", Kind::Text),
            Column::new("set", Kind::Set).optional(),
        ]
    }

    fn batches(&self, most: usize) -> Box<dyn Iterator<Item = Batch<'_>> + '_> {
        let set = |row| if row > 0 { Cell::Set((0..row).collect()) } else { Cell::Nothing };
        let row = move |row: u64| {
            let at = row as usize;
            let large = self.0.get(at).map_or(Cell::Nothing, Cell::Large);
            [Cell::Number(row), large, Cell::Letter(b"NPD"[at]), ["a", "a,\"b\"", "=1"][at].into(), set(row)]
        };
        batches((0..3).map(row), most)
    }
}

fn three() -> Three {
    Three(vec![Nat::from(7u32), Nat::from(u64::MAX)])
}

#[test]
fn lines_have_a_field_a_column() {
    let mut out = Vec::new();
    csv::write(&mut out, &three()).unwrap();
    let expected = "n,large,who,name,set\n0,7,N,a,\n1,18446744073709551615,P,\"a,\"\"b\"\"\",0\n2,,D,=1,0 1\n";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
    assert!(!are_small(&three()));
    assert!(are_small(&Three(Vec::new())));
}

#[test]
fn objects_have_the_names_of_the_columns() {
    let mut out = Vec::new();
    json::rows(&mut out, &three()).unwrap();
    let text = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = text.split('\n').collect();
    assert_eq!(lines[1], r#"{"n":0,"large":7,"who":"N","name":"a","set":null},"#);
    assert_eq!(lines[3], r#"{"n":2,"large":null,"who":"D","name":"=1","set":[0,1]}"#);
    assert!(lines[2].contains(r#""large":"18446744073709551615""#));
}

#[test]
fn records_are_as_wide_as_their_longest_text() {
    let mut out = Vec::new();
    npy::records(&mut out, &Three(vec![Nat::from(7u32)])).unwrap();
    let words = String::from_utf8_lossy(&out);
    let kinds = "[('n', '<i8'), ('large', '<i8'), ('who', '|S1'), ('name', '|S5'), ('set', '|S3')]";
    assert!(words.contains(&format!("'descr': {kinds}")) && words.contains("'shape': (3,)"), "{words}");
    let rows = &out[out.len() - 3 * 25..];
    assert_eq!(&rows[..25], b"\0\0\0\0\0\0\0\0\x07\0\0\0\0\0\0\0Na\0\0\0\0\0\0\0");
    assert_eq!(&rows[58..], b"\xff\xff\xff\xff\xff\xff\xff\xffD=1\0\0\0\x30 1");
}

#[test]
fn the_header_is_what_numpy_writes() {
    let bytes = npy::header("'<i8'", &[12]);
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    assert_eq!(bytes.len() % 64, 0);
    assert_eq!(usize::from(u16::from_le_bytes([bytes[8], bytes[9]])), bytes.len() - 10);
    let words = String::from_utf8(bytes[10..].to_vec()).unwrap();
    assert!(words.starts_with("{'descr': '<i8', 'fortran_order': False, 'shape': (12,), }"));
    assert!(words.ends_with('\n'));
    assert!(String::from_utf8(npy::header("'|S1'", &[3, 4])[10..].to_vec()).unwrap().contains("'shape': (3, 4), }"));
}
