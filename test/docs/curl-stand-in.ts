import { parseArgs } from 'node:util'

/** A replacement for curl on machines without it, with the options that the guides use. Any other is an error. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
    include: { type: 'boolean', short: 'i', default: false },
  },
})
const { request, header, data, include } = values
const response = await fetch(positionals[0] ?? '', {
  method: request ?? (data === undefined ? 'GET' : 'POST'),
  headers: header.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  }),
  ...(data !== undefined && { body: data }),
})
if (include) {
  const lines = Array.from(response.headers, ([name, value]) => `${name}: ${value}\r\n`)
  process.stdout.write(
    `HTTP/1.1 ${response.status} ${response.statusText}\r\n${lines.join('')}\r\n`,
  )
}
process.stdout.write(await response.text())
