export const products = [
  { title: 'Roasted coffee, 1 kg', fiatAmount: '32.00', fiatCurrency: 'USD' },
  { title: 'Coffee subscription, 3 months', fiatAmount: '89.00', fiatCurrency: 'USD' },
  { title: 'Barista workshop', fiatAmount: '145.00', fiatCurrency: 'EUR' },
  { title: 'Gift card', fiatAmount: '50.00', fiatCurrency: 'USD' },
  { title: 'Hand grinder', fiatAmount: '119.90', fiatCurrency: 'USD' },
  { title: 'Espresso machine, deposit', fiatAmount: '420.00', fiatCurrency: 'USD' },
] as const

const names = [
  ...['alex', 'robin', 'sam', 'kim', 'jamie', 'taylor', 'morgan', 'casey', 'jordan', 'riley'],
  ...['charlie', 'avery', 'quinn', 'rowan', 'sasha', 'noor', 'luca', 'andrea', 'mika', 'toni'],
]
const families = ['baker', 'miller', 'weaver', 'fisher', 'carter']

/** Customers who don't exist, at domains that are reserved for examples. */
export const customers = names.map((name, index) => {
  const domain = ['example.com', 'example.org', 'example.net'][index % 3]
  return `${name}.${families[index % families.length]}@${domain}`
})
