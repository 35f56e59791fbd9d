/** More sessions of a customer are not counted: one request then reads at most a few kilobytes for each. */
export const mostCounted = 100
