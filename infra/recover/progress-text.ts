export type Progress = {
  /** Addresses that are searched, those of an earlier run included. */
  searched: number
  /** Addresses that are to be searched, as far as it is known yet. */
  planned: number
  /** Addresses of this run that were searched. */
  now: number
  /** Addresses that hold something. */
  withMoney: number
}

export function progressText(
  { searched, planned, now, withMoney }: Progress,
  elapsedMs: number,
): string {
  const left = planned - searched
  const leftMs = now > 0 ? (elapsedMs * left) / now : null
  return [
    `${count(searched)} of ${count(planned)} addresses`,
    `${count(withMoney)} with money`,
    ...(leftMs === null || left === 0 ? [] : [`about ${durationText(leftMs)} left`]),
  ].join(', ')
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}

function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
