//! A grid as a PNG image inside the SVG: indexed colours, one pixel a cell, not compressed (RFC 2083, RFC 1950).

use super::super::scene::Grid;

/// Bits of a pixel for so many colours and the transparent one.
pub(super) fn bits(colours: usize) -> usize {
    match colours {
        0..=1 => 1,
        2..=3 => 2,
        4..=15 => 4,
        _ => 8,
    }
}

/// The image.
pub(super) fn png(grid: &Grid) -> Vec<u8> {
    let (columns, rows, bits) = (grid.columns, grid.rows(), bits(grid.palette.len()));
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::new();
    header.extend((columns as u32).to_be_bytes());
    header.extend((rows as u32).to_be_bytes());
    header.extend([bits as u8, 3, 0, 0, 0]);
    chunk(&mut out, b"IHDR", &header);
    // index 0 is transparent
    let colours = grid.palette.iter().flat_map(|c| [c.0, c.1, c.2]);
    chunk(&mut out, b"PLTE", &[0, 0, 0].into_iter().chain(colours).collect::<Vec<u8>>());
    chunk(&mut out, b"tRNS", &[0]);
    let mut lines = Vec::new();
    for row in grid.cells.chunks(columns.max(1)) {
        lines.push(0); // no filter
        let start = lines.len();
        lines.resize(start + (columns * bits).div_ceil(8), 0);
        for (at, cell) in row.iter().enumerate() {
            let bit = at * bits;
            lines[start + bit / 8] |= cell << (8 - bits - bit % 8);
        }
    }
    chunk(&mut out, b"IDAT", &zlib(&lines));
    chunk(&mut out, b"IEND", &[]);
    out
}

fn chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend(kind);
    out.extend(data);
    let sum = crc(&out[start..]);
    out.extend(sum.to_be_bytes());
}

/// Stored blocks.
fn zlib(data: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let mut blocks = data.chunks(0xFFFF).peekable();
    while let Some(block) = blocks.next() {
        let size = block.len() as u16;
        out.push(u8::from(blocks.peek().is_none()));
        out.extend(size.to_le_bytes());
        out.extend((!size).to_le_bytes());
        out.extend(block);
    }
    let (mut a, mut b) = (1u32, 0u32);
    for byte in data {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    out.extend((b << 16 | a).to_be_bytes());
    out
}

fn crc(data: &[u8]) -> u32 {
    let mut table = [0u32; 256];
    for (n, entry) in (0u32..).zip(&mut table) {
        *entry = (0..8).fold(n, |c, _| if c & 1 == 1 { c >> 1 ^ 0xEDB8_8320 } else { c >> 1 });
    }
    !data.iter().fold(u32::MAX, |c, byte| c >> 8 ^ table[((c ^ u32::from(*byte)) & 255) as usize])
}

/// Bytes as letters (RFC 4648).
pub(super) fn base64(data: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(data.len().div_ceil(3) * 4);
    for three in data.chunks(3) {
        let word = three.iter().fold(0u32, |w, b| w << 8 | u32::from(*b)) << (8 * (3 - three.len()));
        for at in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * at) & 63) as usize];
            out.push(if at > three.len() { '=' } else { char::from(letter) });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "png")]
    use crate::render::picture::scene::Colour;

    #[test]
    fn sums_and_letters_are_those_of_the_standards() {
        assert_eq!(crc(b"123456789"), 0xCBF4_3926);
        assert_eq!(zlib(b"abc"), [0x78, 1, 1, 3, 0, 0xFC, 0xFF, b'a', b'b', b'c', 0x02, 0x4D, 0x01, 0x27]);
        let words: [(&[u8], &str); 4] = [(b"", ""), (b"f", "Zg=="), (b"fo", "Zm8="), (b"foobar", "Zm9vYmFy")];
        for (bytes, letters) in words {
            assert_eq!(base64(bytes), letters);
        }
    }

    #[cfg(feature = "png")]
    #[test]
    fn the_image_is_read_back() {
        for colours in [1, 3, 9, 200] {
            let palette: Vec<Colour> = (0..colours).map(|k| Colour(k, 2, 3)).collect();
            let cells: Vec<u8> = (0..1000u32).map(|n| (n * n % (u32::from(colours) + 1)) as u8).collect();
            let grid = Grid { at: (0.0, 0.0), cell: (1.0, 1.0), columns: 100, palette, cells };
            let mut decoder = ::png::Decoder::new(std::io::Cursor::new(png(&grid)));
            decoder.set_transformations(::png::Transformations::IDENTITY);
            let mut reader = decoder.read_info().unwrap();
            let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut bytes).unwrap();
            let bits = bits(usize::from(colours));
            let line = (100 * bits).div_ceil(8);
            for (n, cell) in grid.cells.iter().enumerate() {
                let bit = n % 100 * bits;
                let mask = if bits == 8 { 255 } else { (1 << bits) - 1 };
                assert_eq!(bytes[n / 100 * line + bit / 8] >> (8 - bits - bit % 8) & mask, *cell);
            }
        }
    }
}
