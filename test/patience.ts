/** For calls that are given no time limit of their own, on machines that do much else at the same time. */
export const patience = { timeoutMs: 60_000, commandTimeoutMs: 60_000 };
