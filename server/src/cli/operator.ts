/** An operator's work is written down like everybody's; the command line knows no account. */
export const operator = "reposo command line";
