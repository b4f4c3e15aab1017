export const maxVolume = 100;

/** Time limit for a chair's reply to a manager's command. */
export const deviceCommandSeconds = 15;

export const testRunSeconds = 60;

/** Maximum number of test runs of a chair in 24 hours, because they are free massages. */
export const maxTestRunsPerDay = 10;
