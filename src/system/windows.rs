//! What Windows does in its own way.

use std::fs::File;
use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::os::windows::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::ptr::null;
use std::sync::Arc;
use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_DIR_NOT_EMPTY, ERROR_LOCK_VIOLATION, ERROR_SHARING_VIOLATION, FILETIME,
};
use windows_sys::Win32::Storage::FileSystem::{BY_HANDLE_FILE_INFORMATION, GetFileInformationByHandle};
use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, GenerateConsoleCtrlEvent, GetConsoleProcessList};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, GetCurrentProcess, GetProcessTimes, OpenProcess, PROCESS_TERMINATE, TerminateProcess,
};

/// Starts a process in a group of its own, so that Ctrl-C is for this program alone, and [`interrupt`] reaches it
/// alone.
pub fn begin_apart(command: &mut Command) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

/// As [`begin_apart`]; the process ends with its [`Group`], which the system closes when this process dies.
pub fn dies_with_us(command: &mut Command) {
    begin_apart(command);
}

/// A process that was started by [`begin_apart`] or [`dies_with_us`], with all its children: a job of the system,
/// whose processes end when the last of these values is dropped. Children that it starts before [`Group::of`] are not
/// included; the standard library cannot put a process into a job before it begins.
#[derive(Clone, Debug)]
pub struct Group(Option<Arc<OwnedHandle>>);

impl Group {
    pub fn of(child: &Child) -> Group {
        // SAFETY: both pointers may be null: a job without a name, with the usual rights.
        let job = unsafe { CreateJobObjectW(null(), null()) };
        if job.is_null() {
            return Group(None);
        }
        // SAFETY: the handle is valid and nobody else's.
        let owned = unsafe { OwnedHandle::from_raw_handle(job) };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        let size = size_of_val(&limits) as u32;
        // SAFETY: the job is open, and the pointer leads to a value of the given kind and size. Where either call
        // fails, the process has ended, or it outlives us as one of another program would.
        unsafe {
            SetInformationJobObject(job, JobObjectExtendedLimitInformation, (&raw const limits).cast(), size);
            AssignProcessToJobObject(job, child.as_raw_handle());
        }
        Group(Some(Arc::new(owned)))
    }

    pub fn kill(&self) {
        if let Some(job) = &self.0 {
            // SAFETY: the job is open.
            unsafe { TerminateJobObject(job.as_raw_handle(), 1) };
        }
    }
}

/// Asks a process that was started by [`begin_apart`] to stop, as Ctrl-Break does. One that does not share our console
/// is ended.
///
/// # Errors
/// There is no process of that number, or it is not ours.
pub fn interrupt(id: u32) -> io::Result<()> {
    // SAFETY: a call with two numbers.
    if unsafe { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, id) } != 0 {
        return Ok(());
    }
    // SAFETY: a call with numbers.
    let process = unsafe { OpenProcess(PROCESS_TERMINATE, 0, id) };
    if process.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle is valid and nobody else's.
    let process = unsafe { OwnedHandle::from_raw_handle(process) };
    // SAFETY: the handle is open. 130 is what a process says that was interrupted.
    match unsafe { TerminateProcess(process.as_raw_handle(), 130) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Processor seconds of this process, including threads that have ended; `None` if unknown.
pub fn processor_seconds() -> Option<f64> {
    let [mut created, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the pointers lead to values of the right kind.
    let told = unsafe { GetProcessTimes(GetCurrentProcess(), &mut created, &mut ended, &mut kernel, &mut user) };
    // In units of 100 ns.
    let seconds = |time: FILETIME| (u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime)) as f64 * 1e-7;
    (told != 0).then(|| seconds(kernel) + seconds(user))
}

/// Whether the path leads to the open file.
#[allow(clippy::disallowed_methods, reason = "nothing is read")]
pub fn is_same_file(file: &File, path: &Path) -> bool {
    let id = |file: &File| {
        let mut told = BY_HANDLE_FILE_INFORMATION::default();
        // SAFETY: the file is open, and the pointer leads to a value of the right kind.
        let has_told = unsafe { GetFileInformationByHandle(file.as_raw_handle(), &mut told) } != 0;
        has_told.then_some((told.dwVolumeSerialNumber, told.nFileIndexHigh, told.nFileIndexLow))
    };
    let there = File::open(path).ok().and_then(|there| id(&there));
    there.is_some() && there == id(file)
}

/// Whether a file or directory could not be moved, replaced or removed because another program has it open, if only
/// for the moment of a virus scan. Missing rights look alike.
pub fn is_in_use(error: &io::Error) -> bool {
    let reasons = [ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION, ERROR_DIR_NOT_EMPTY];
    error.raw_os_error().is_some_and(|code| reasons.contains(&(code as u32)))
}

/// Whether the program was started in a window that closes with it, as by a double click: no other process uses its
/// console.
pub fn owns_window() -> bool {
    let mut processes = [0; 2];
    // SAFETY: the pointer leads to the given number of numbers.
    unsafe { GetConsoleProcessList(processes.as_mut_ptr(), processes.len() as u32) == 1 }
}
