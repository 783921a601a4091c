//! What the tests of this crate share.

pub(crate) use grundy_graph::testing::Folder;
