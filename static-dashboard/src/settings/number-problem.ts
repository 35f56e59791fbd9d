import { fill } from '../../../shared/kernel/template.ts'
import type { SettingRange } from '../../../shared/records/settings/rules/setting-ranges.ts'
import { instance } from '../texts/instance/instance.ts'
import { locale } from '../texts/text.ts'

/** Why a value is not a number of a range; undefined if it is one. */
export function numberProblem(value: string, range: SettingRange): string | undefined {
  const { least, most, decimals = 0 } = range
  const [, fraction = ''] = value.trim().split('.')
  const isNumber = /^\d{1,9}(\.\d+)?$/.test(value.trim()) && fraction.length <= decimals
  if (isNumber && Number(value) >= least && Number(value) <= most) return undefined
  const { wholeNumber, decimalNumber } = instance.settings
  const shown = { least, most: most.toLocaleString(locale) }
  return decimals === 0 ? fill(wholeNumber, shown) : fill(decimalNumber, { ...shown, decimals })
}
