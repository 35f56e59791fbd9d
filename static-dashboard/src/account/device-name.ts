const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux'] as const
const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', CrOS: 'ChromeOS' }

/** "Chrome, Mac": what an operator recognizes a device by. */
export function deviceName(userAgent: string): string {
  const parts = [browsers, systems].flatMap((list) => {
    const found = list.find((each) => userAgent.includes(each))
    return found ? [names[found] ?? found] : []
  })
  return parts.join(', ') || 'Passkey'
}
