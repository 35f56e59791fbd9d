/** Of a customer with more sessions, no more are counted: one request then reads at most a few kilobytes for each. */
export const mostCounted = 100
