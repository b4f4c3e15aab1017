/** The texts of the quick start page; the English ones are the type that the others have to match. */
export const scanning = {
  quickStart: "Quick start",
  quickStartLead: "Scan the code on the chair, or type its number.",
  openCamera: "Scan with the camera",
  closeCamera: "Stop the camera",
  pickPhoto: "Use a photo of the code",
  deviceId: "Device ID",
  deviceIdHint: "It stands on the chair's label.",
  deviceIdMissing: "Please enter the device ID",
  deviceUnknown: "Unable to recognize device",
  next: "Next",
  viewfinder: "Camera picture",
  aimAtCode: "Hold the code inside the frame",
  cameraStarting: "Starting the camera",
  cameraDenied:
    "The camera is not allowed on this page. Allow it in your browser's settings, or type the number.",
  cameraNone: "This device has no camera. Use a photo, or type the number.",
  cameraBusy: "Another app is using the camera. Close it and try again, or type the number.",
  cameraInsecure: "The camera works on https pages only. Use a photo, or type the number.",
  cameraFailed: "The camera did not start. Use a photo, or type the number.",
  cameraNothing: "No code found yet. Come closer, hold still, and find more light; or type the number.",
  readingPhoto: "Reading the photo",
};
