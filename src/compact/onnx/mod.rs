//! The net as an ONNX model, for other runtimes; `docs/onnx.md` describes its inputs and outputs.

pub(super) mod proto;

use super::{Architecture, CompactNet, Header};
use prost::Message;
use proto::{
    AttributeProto, Dimension, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, StringStringEntryProto,
    TensorProto, TensorShapeProto, TensorType, TypeProto, ValueInfoProto,
};

/// The version of ONNX's operators, with the file format of its time: old enough for every runtime, new enough for
/// quantising ones.
const OPERATORS: i64 = 13;
const FORMAT: i64 = 7;

/// Constants of the graph that are not weights.
const MOVES_SCALE: &str = "moves_scale";
/// The dimensions to add to a vector before it is added at every cell.
const BOARD_AXES: &str = "board_axes";
/// The dimension of a dense layer's single output.
const OUTPUT_AXIS: &str = "output_axis";

impl CompactNet {
    /// The content of an ONNX file that computes the same outputs from the same inputs, up to rounding.
    pub fn to_onnx(&self) -> Vec<u8> {
        model(self).encode_to_vec()
    }
}

fn model(net: &CompactNet) -> ModelProto {
    let header = net.header();
    let architecture = &header.architecture;
    let weights = net.weights().tensors(architecture).map(|(spec, values)| floats(&spec.name, &spec.shape, values));
    let constants = [
        floats(MOVES_SCALE, &[], &[architecture.moves_scale]),
        integers(BOARD_AXES, &[2, 3]),
        integers(OUTPUT_AXIS, &[1]),
    ];
    let graph = GraphProto {
        name: header.variant.clone(),
        initializer: weights.chain(constants).collect(),
        input: inputs(architecture),
        output: outputs(architecture),
        node: nodes(architecture),
    };
    ModelProto {
        ir_version: Some(FORMAT),
        opset_import: vec![OperatorSetIdProto { domain: Some(String::new()), version: Some(OPERATORS) }],
        producer_name: env!("CARGO_PKG_NAME").to_owned(),
        producer_version: env!("CARGO_PKG_VERSION").to_owned(),
        metadata_props: metadata(header),
        graph: Some(graph),
    }
}

/// The fields of the header, as in an evaluator file; texts without their quotes.
fn metadata(header: &Header) -> Vec<StringStringEntryProto> {
    let json = serde_json::to_value(header).expect("a header has only string keys and finite numbers");
    let fields = json.as_object().into_iter().flatten();
    let entry = |(key, value): (&String, &serde_json::Value)| StringStringEntryProto {
        key: key.clone(),
        value: value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    };
    fields.map(entry).collect()
}

fn inputs(architecture: &Architecture) -> Vec<ValueInfoProto> {
    let shape = architecture.shape;
    let planes = [shape.planes, shape.rows, shape.cols];
    let mut inputs = vec![batch("planes", &planes, "the board, seen by the side to act: plane, row, column")];
    if shape.globals > 0 {
        inputs.push(batch("globals", &[shape.globals], "what belongs to no cell, seen by the side to act"));
    }
    inputs
}

fn outputs(architecture: &Architecture) -> Vec<ValueInfoProto> {
    let shape = architecture.shape;
    let policy = "one logit a move, legal or not: plane * cells + cell, then those that belong to no cell";
    let mut outputs = vec![
        batch("policy_logits", &[shape.policy_len()], policy),
        batch("value", &[3], "probabilities of win, draw and loss for the side to act"),
        batch("moves_left", &[], "expected moves until the game ends"),
    ];
    if shape.lead {
        outputs.push(batch("lead", &[], "expected lead of the side to act at the end, -1 to 1"));
    }
    outputs
}

/// An input or output of 32-bit floats, with dimensions `[n]` and then these.
fn batch(name: &str, dimensions: &[usize], doc: &str) -> ValueInfoProto {
    let n = Dimension { dim_param: Some("n".to_owned()), dim_value: None };
    let rest = dimensions.iter().map(|&length| Dimension { dim_value: Some(length as i64), dim_param: None });
    let shape = TensorShapeProto { dim: [n].into_iter().chain(rest).collect() };
    let tensor = TensorType { elem_type: proto::FLOAT, shape: Some(shape) };
    let r#type = Some(TypeProto { tensor_type: Some(tensor) });
    ValueInfoProto { name: name.to_owned(), r#type, doc_string: doc.to_owned() }
}

fn floats(name: &str, shape: &[usize], values: &[f32]) -> TensorProto {
    TensorProto {
        name: name.to_owned(),
        dims: shape.iter().map(|&length| length as i64).collect(),
        data_type: proto::FLOAT,
        raw_data: values.iter().flat_map(|value| value.to_le_bytes()).collect(),
    }
}

fn integers(name: &str, values: &[i64]) -> TensorProto {
    TensorProto {
        name: name.to_owned(),
        dims: vec![values.len() as i64],
        data_type: proto::INT64,
        raw_data: values.iter().flat_map(|value| value.to_le_bytes()).collect(),
    }
}

/// The forward pass, as "What the net computes" in `docs/evaluator-format.md`.
fn nodes(architecture: &Architecture) -> Vec<NodeProto> {
    let shape = architecture.shape;
    let mut graph = Graph::default();

    let mut x = graph.conv("stem.conv", "planes", "stem.bias", 1);
    if shape.globals > 0 {
        let globals = graph.node("stem.globals", "MatMul", &["globals", "stem.globals.weight"], &[]);
        let everywhere = graph.node("stem.everywhere", "Unsqueeze", &[&globals, BOARD_AXES], &[]);
        x = graph.node("stem.sum", "Add", &[&x, &everywhere], &[]);
    }
    x = graph.node("stem", "Relu", &[&x], &[]);

    for block in (0..architecture.blocks).map(|block| format!("block{block}")) {
        let name = |part: &str| format!("{block}.{part}");
        let conv = graph.conv(&name("conv1"), &x, &name("conv1.bias"), 1);
        let hidden = graph.node(&name("hidden"), "Relu", &[&conv], &[]);
        let pooled = graph.pooled_bias(&name("pool"), &hidden);
        // Added to the residual, not to the convolution: runtimes fuse a convolution with one addition of the same
        // shape.
        let skip = graph.node(&name("skip"), "Add", &[&x, &pooled], &[]);
        let conv = graph.conv(&name("conv2"), &hidden, &name("conv2.bias"), 1);
        let sum = graph.node(&name("sum"), "Add", &[&conv, &skip], &[]);
        x = graph.node(&block, "Relu", &[&sum], &[]);
    }

    let conv = graph.conv("policy.conv", &x, "policy.conv.bias", 0);
    let pooled = graph.pooled_bias("policy.pool", &x);
    let sum = graph.node("policy.sum", "Add", &[&conv, &pooled], &[]);
    let policy = graph.node("policy", "Relu", &[&sum], &[]);
    let mut logits = Vec::new();
    if shape.policy_planes > 0 {
        let planes = graph.conv("policy.planes", &policy, "policy.planes.bias", 0);
        logits.push(graph.node("policy.planes.flat", "Flatten", &[&planes], &[integer("axis", 1)]));
    }
    if shape.policy_extra > 0 {
        let pooled = graph.pool("policy.extra", &policy);
        logits.push(graph.dense("policy.extra", &pooled));
    }
    let logits: Vec<&str> = logits.iter().map(String::as_str).collect();
    graph.node("policy_logits", "Concat", &logits, &[integer("axis", 1)]);

    let conv = graph.conv("value.conv", &x, "value.conv.bias", 0);
    let value = graph.node("value.relu", "Relu", &[&conv], &[]);
    let pooled = graph.pool("value.hidden", &value);
    let sum = graph.dense("value.hidden", &pooled);
    let hidden = graph.node("value.hidden.relu", "Relu", &[&sum], &[]);
    let wdl = graph.dense("value.wdl", &hidden);
    graph.node("value", "Softmax", &[&wdl], &[integer("axis", 1)]);
    let moves = graph.dense("value.moves", &hidden);
    let moves = graph.node("value.moves.softplus", "Softplus", &[&moves], &[]);
    let moves = graph.node("value.moves.scaled", "Mul", &[&moves, MOVES_SCALE], &[]);
    graph.node("moves_left", "Squeeze", &[&moves, OUTPUT_AXIS], &[]);
    if shape.lead {
        let lead = graph.dense("value.lead", &hidden);
        let lead = graph.node("value.lead.softsign", "Softsign", &[&lead], &[]);
        graph.node("lead", "Squeeze", &[&lead, OUTPUT_AXIS], &[]);
    }
    graph.0
}

/// Nodes in the order in which they are added, so that each follows the nodes that it reads. Each has one output,
/// named like the node.
#[derive(Default)]
struct Graph(Vec<NodeProto>);

impl Graph {
    /// Adds a node; returns the name of its output.
    fn node(&mut self, name: &str, operator: &str, inputs: &[&str], attributes: &[AttributeProto]) -> String {
        self.0.push(NodeProto {
            name: name.to_owned(),
            op_type: operator.to_owned(),
            input: inputs.iter().map(|&input| input.to_owned()).collect(),
            output: vec![name.to_owned()],
            attribute: attributes.to_vec(),
        });
        name.to_owned()
    }

    /// A convolution with the tensor `LAYER.weight`, with `padding` rows and columns of zeros around the board.
    fn conv(&mut self, layer: &str, input: &str, bias: &str, padding: i64) -> String {
        let pads =
            AttributeProto { name: "pads".to_owned(), kind: proto::ATTRIBUTE_INTS, ints: vec![padding; 4], i: None };
        self.node(layer, "Conv", &[input, &format!("{layer}.weight"), bias], &[pads])
    }

    /// A dense layer with the tensors `LAYER.weight` and `LAYER.bias`: `[n, in]` becomes `[n, out]`.
    fn dense(&mut self, layer: &str, input: &str) -> String {
        self.node(layer, "Gemm", &[input, &format!("{layer}.weight"), &format!("{layer}.bias")], &[])
    }

    /// Means of the channels over the board, then their largest: `[n, C, rows, cols]` becomes `[n, 2C]`.
    fn pool(&mut self, layer: &str, input: &str) -> String {
        let name = |part: &str| format!("{layer}.{part}");
        let mean = self.node(&name("mean"), "GlobalAveragePool", &[input], &[]);
        let most = self.node(&name("most"), "GlobalMaxPool", &[input], &[]);
        let both = self.node(&name("both"), "Concat", &[&mean, &most], &[integer("axis", 1)]);
        self.node(&name("pooled"), "Flatten", &[&both], &[integer("axis", 1)])
    }

    /// A bias from the pooled board, with the tensor `LAYER.weight`: `[n, out, 1, 1]`, to be added at every cell.
    fn pooled_bias(&mut self, layer: &str, input: &str) -> String {
        let pooled = self.pool(layer, input);
        let bias = self.node(layer, "MatMul", &[&pooled, &format!("{layer}.weight")], &[]);
        self.node(&format!("{layer}.everywhere"), "Unsqueeze", &[&bias, BOARD_AXES], &[])
    }
}

fn integer(name: &str, value: i64) -> AttributeProto {
    AttributeProto { name: name.to_owned(), kind: proto::ATTRIBUTE_INT, i: Some(value), ints: Vec::new() }
}
