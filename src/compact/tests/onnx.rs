use super::forward::nets;
use super::tiny_net;
use crate::compact::CompactNet;
use crate::compact::onnx::proto::{FLOAT, GraphProto, INT64, ModelProto, ValueInfoProto};
use crate::eval::test_game::tiny;
use prost::Message;
use std::collections::{BTreeMap, BTreeSet};

fn decoded(net: &CompactNet) -> ModelProto {
    ModelProto::decode(net.to_onnx().as_slice()).expect("it was just written")
}

/// Name and dimensions of inputs or outputs, the first of which is the batch.
fn described(values: &[ValueInfoProto]) -> Vec<(&str, Vec<usize>)> {
    let describe = |value: &ValueInfoProto| {
        let tensor = value.r#type.clone().and_then(|kind| kind.tensor_type).expect("a tensor");
        assert_eq!(tensor.elem_type, FLOAT);
        let dimensions = tensor.shape.expect("a shape").dim;
        assert_eq!(dimensions[0].dim_param.as_deref(), Some("n"));
        dimensions[1..].iter().map(|dimension| dimension.dim_value.expect("fixed") as usize).collect()
    };
    values.iter().map(|value| (value.name.as_str(), describe(value))).collect()
}

#[test]
fn inputs_and_outputs_have_the_net_s_sizes() {
    for net in nets() {
        let shape = net.header().architecture.shape;
        let graph = decoded(&net).graph.expect("a graph");
        let mut inputs = vec![("planes", vec![shape.planes, shape.rows, shape.cols])];
        inputs.extend((shape.globals > 0).then(|| ("globals", vec![shape.globals])));
        assert_eq!(described(&graph.input), inputs);
        let mut outputs =
            vec![("policy_logits", vec![shape.policy_len()]), ("value", vec![3]), ("moves_left", Vec::new())];
        outputs.extend(shape.lead.then(|| ("lead", Vec::new())));
        assert_eq!(described(&graph.output), outputs);
    }
}

#[test]
fn initialisers_are_the_net_s_weights() {
    for net in nets() {
        let graph = decoded(&net).graph.expect("a graph");
        let mut found: BTreeMap<_, _> = graph.initializer.iter().map(|tensor| (tensor.name.as_str(), tensor)).collect();
        assert_eq!(found.len(), graph.initializer.len(), "no name twice");
        for (spec, values) in net.weights().tensors(&net.header().architecture) {
            let tensor = found.remove(spec.name.as_str()).expect("every weight is there");
            assert_eq!(tensor.data_type, FLOAT);
            assert!(tensor.dims.iter().map(|&length| length as usize).eq(spec.shape), "{}", spec.name);
            assert!(tensor.raw_data.chunks_exact(4).eq(values.iter().map(|value| value.to_le_bytes())));
        }
        for constant in found.values() {
            let size = if constant.data_type == INT64 { 8 } else { 4 };
            assert_eq!(constant.raw_data.len() as i64, size * constant.dims.iter().product::<i64>(), "{constant:?}");
        }
    }
}

#[test]
fn nodes_read_what_is_there_and_nothing_is_left_over() {
    for net in nets() {
        let GraphProto { node, initializer, input, output, .. } = decoded(&net).graph.expect("a graph");
        let constants: BTreeSet<String> = initializer.into_iter().map(|tensor| tensor.name).collect();
        let mut known = constants.clone();
        known.extend(input.into_iter().map(|input| input.name));
        let mut read: BTreeSet<String> = output.into_iter().map(|output| output.name).collect();
        for node in node {
            for input in node.input {
                assert!(known.contains(&input), "{} reads {input}, which is not there yet", node.name);
                read.insert(input);
            }
            for output in node.output {
                assert!(known.insert(output.clone()), "{output} is made twice");
            }
        }
        assert_eq!(read, known);
    }
}

#[test]
fn the_model_says_what_it_is() {
    let net = tiny_net(&tiny(2));
    let model = decoded(&net);
    assert_eq!(model.producer_name, "ardoise");
    let found: BTreeMap<_, _> = model.metadata_props.iter().map(|e| (e.key.as_str(), e.value.as_str())).collect();
    assert_eq!(found["variant"], net.header().variant);
    assert_eq!(found["encoding_version"], net.header().encoding_version.to_string());
    let provenance = serde_json::from_str(found["provenance"]).expect("JSON");
    assert_eq!(net.header().provenance, provenance);
    for key in ["options", "architecture", "precision"] {
        assert!(found.contains_key(key), "{key}");
    }
}
