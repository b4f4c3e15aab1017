export const pages = {
  errorTitle: "Error",
  errorDevice: "Device unavailable, please scan another device",
  errorPriceList: "This chair has no price list yet. Please choose another chair.",
  errorMoney: "Nothing was charged.",
  errorOther: "Something went wrong. Please try again.",
  scanAnother: "Scan another chair",
  errorContinue: "Start a chair",
  toHome: "Back to home",

  result: "Result",
  resultOk: "Submitted successfully",
  resultFailed: "Submission failed",
  resultFailedText: "Your feedback was not sent.",
  resultDraft: "What you entered is saved on this device.",
  resultReturn: "Return to your feedback",
  resultFull: "No further feedback can be sent for this order.",
  resultReference: "Your reference: {reference}",
  resultSee: "View your feedback and replies",

  unknownTitle: "Page not found",
  unknownText: "This page doesn't exist.",
};
