use crate::train::config::DeviceKind;
use anyhow::{Result, bail};
use burn::tensor::Device;

/// Opens the burn device of a kind.
pub(super) fn open(kind: DeviceKind) -> Result<Device> {
    match kind {
        DeviceKind::Flex => Ok(Device::flex()),
        #[cfg(feature = "wgpu")]
        DeviceKind::Wgpu => card().or_else(|reason| {
            bail!(
                "learner.device is `wgpu`, and no graphics card can be used ({reason}): expected one with a driver for \
                 Vulkan, Metal or DirectX 12, or `--set learner.device=flex`"
            )
        }),
        #[allow(unreachable_patterns, reason = "reachable unless all devices are built in")]
        other => bail!(
            "learner.device is {other:?}, which this program was built without: expected `flex`, or a build with \
             `--features {}`",
            format!("{other:?}").to_lowercase()
        ),
    }
}

/// The graphics card, or why there is none. Opened once: burn refuses to open a card again.
#[cfg(feature = "wgpu")]
fn card() -> Result<Device, String> {
    use burn::tensor::wgpu::wgpu::{Backend, DeviceType};
    use std::sync::OnceLock;

    static CARD: OnceLock<Result<Device, String>> = OnceLock::new();
    let open = || {
        let (device, setup) = Device::wgpu_options().init_with_setup().map_err(|error| error.to_string())?;
        let found = setup.adapter.get_info();
        // Mesa's software Vulkan, up to 25.0 at least, crashes on the shaders that burn gives to Vulkan.
        match (found.backend, found.device_type) {
            (Backend::Vulkan, DeviceType::Cpu) => Err(format!("{} only imitates one", found.name)),
            _ => Ok(device),
        }
    };
    CARD.get_or_init(open).clone()
}
