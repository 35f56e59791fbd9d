const checkMilliseconds = 500

/** npm forwards SIGTERM to the shell between it and us, and the shell doesn't forward it: only our parent changes. */
export function whenParentEnds(onEnd: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onEnd()
  }, checkMilliseconds)
  timer.unref()
}
