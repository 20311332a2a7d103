use crate::train::config::DeviceKind;
use anyhow::{Result, bail};
use burn::tensor::Device;
#[cfg(feature = "wgpu")]
use burn::tensor::Tensor;

/// The burn device of that name.
pub(super) fn open(kind: DeviceKind) -> Result<Device> {
    match kind {
        DeviceKind::Flex => Ok(Device::flex()),
        #[cfg(feature = "wgpu")]
        DeviceKind::Wgpu => {
            let device = Device::wgpu(Default::default());
            // Where there is none, wgpu panics at the first use of it.
            let works = || Tensor::<1>::from_data([0.0], &device).into_scalar::<f32>();
            if std::panic::catch_unwind(works).is_err() {
                bail!(
                    "learner.device is `wgpu`, and no graphics card can be used: expected one with a driver for Vulkan, \
                     Metal or DirectX 12, or `--set learner.device=flex`"
                );
            }
            Ok(device)
        }
        #[allow(unreachable_patterns, reason = "reachable unless all devices are built in")]
        other => bail!(
            "learner.device is {other:?}, which this program was built without: expected `flex`, or a build with \
             `--features {}`",
            format!("{other:?}").to_lowercase()
        ),
    }
}
