//! Walks through a tree: minimax and alpha–beta, over any numbers, any order of siblings and any chance nodes.

pub(crate) mod alpha_beta;
pub(crate) mod chance;
pub(crate) mod domain;
pub(crate) mod leaves;
pub(crate) mod minimax;
pub(crate) mod order;
pub(crate) mod view;
pub(crate) mod window;
