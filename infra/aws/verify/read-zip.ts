import { crc32, inflateRawSync } from 'node:zlib'
import * as z from 'zod'

const endBytes = 22
const entryBytes = 46
const headerBytes = 30
const [stored, deflated] = [0, 8]
/** A descriptor with sum and sizes follows the file. */
const describedBehind = 0x0008
/** Names are UTF-8, and how hard was packed. */
const harmlessFlags = 0x0806
/** Other sizes, and another name, for those readers that know of them. */
const otherFacts = [0x0001, 0x7075]
const modeBits = 0o170000
const linkMode = 0o120000

type Facts = { flags: number; method: number; sum: number; packed: number; size: number }

type Entry = Facts & { path: string; content: Buffer; from: number; to: number }

/**
 * The files of a zip by path. Throws if it isn't one, and if readers could find different files in it: those that go by the
 * directory at its end, and those that go from file to file.
 */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || zip.length < end + endBytes) throw ambiguous('no end record')
  if (end + endBytes + zip.readUInt16LE(end + 20) !== zip.length) {
    throw ambiguous('something behind its end record')
  }
  const [size, start] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)]
  if (start + size !== end) throw ambiguous('something beside its directory')
  const entries: Entry[] = []
  let at = start
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (signatureAt(zip, at) !== 'PK\x01\x02') throw ambiguous('a directory that is too short')
    const entry = entryAt(zip, at)
    entries.push(entry)
    at += entryBytes + lengthsAt(zip, at + 28) + zip.readUInt16LE(at + 32)
  }
  if (at !== end) throw ambiguous('a directory that is too long')
  requireGapless(zip, entries, start)
  const files = new Map(entries.map(({ path, content }) => [path.replace(/\/$/, ''), content]))
  if (files.size < entries.length) throw ambiguous('two files at one path')
  return new Map(entries.flatMap((one) => (isFolder(one) ? [] : [[one.path, one.content]])))
}

/** Throws unless the files, from the first byte to the directory, are those that it lists. */
function requireGapless(zip: Buffer, entries: readonly Entry[], directory: number): void {
  const inOrder = entries.toSorted((one, other) => one.from - other.from)
  let next = 0
  for (const [index, entry] of inOrder.entries()) {
    if (entry.from !== next) throw ambiguous('something that its directory does not list')
    next = inOrder[index + 1]?.from ?? directory
    const between = zip.subarray(entry.to, next)
    const isAsListed = entry.flags & describedBehind ? describes(between, entry) : next === entry.to
    if (!isAsListed) throw ambiguous('something between its files')
  }
  if (inOrder.length === 0 && directory !== 0) throw ambiguous('something before its directory')
}

/** Whether these bytes, with or without a signature, are sum and sizes of a file. */
function describes(bytes: Buffer, { sum, packed, size }: Facts): boolean {
  const facts = Buffer.alloc(12)
  for (const [index, value] of [sum, packed, size].entries()) facts.writeUInt32LE(value, index * 4)
  return bytes.equals(facts) || bytes.equals(Buffer.concat([Buffer.from('PK\x07\x08'), facts]))
}

function entryAt(zip: Buffer, listed: number): Entry {
  const from = zip.readUInt32LE(listed + 42)
  const path = nameAt(zip, listed, { lengths: 28, bytes: entryBytes })
  if (signatureAt(zip, from) !== 'PK\x03\x04') throw ambiguous(`no file at ${path}`)
  // The header of the file has a name and facts of its own.
  const named = nameAt(zip, from, { lengths: 26, bytes: headerBytes })
  if (named !== path) throw ambiguous(`${path} under the name ${named}`)
  const [facts, own] = [factsAt(zip, listed + 8), factsAt(zip, from + 6)]
  if (!isSame(facts, own)) throw ambiguous(`${path} with other facts in its own header`)
  const start = from + headerBytes + lengthsAt(zip, from + 26)
  const to = start + facts.packed
  const content = unpacked(zip.subarray(start, to), { ...facts, path })
  const isLink = ((zip.readUInt32LE(listed + 38) >>> 16) & modeBits) === linkMode
  if (isLink) throw ambiguous(`a link at ${path}`)
  return { ...facts, path, content, from, to }
}

/** Both headers have them in this order, with time and date between method and sum. */
function factsAt(zip: Buffer, at: number): Facts {
  const [flags, method] = [zip.readUInt16LE(at), zip.readUInt16LE(at + 2)]
  const [sum, packed, size] = [8, 12, 16].map((offset) => zip.readUInt32LE(at + offset))
  return { flags, method, sum: sum ?? 0, packed: packed ?? 0, size: size ?? 0 }
}

function isSame(facts: Facts, own: Facts): boolean {
  const isLeftOut = facts.flags & describedBehind && !own.sum && !own.packed && !own.size
  const { sum, packed, size } = isLeftOut ? facts : own
  return (
    facts.flags === own.flags &&
    facts.method === own.method &&
    facts.sum === sum &&
    facts.packed === packed &&
    facts.size === size
  )
}

function unpacked(packed: Buffer, { path, flags, method, sum, size }: Facts & { path: string }) {
  if (flags & ~(harmlessFlags | describedBehind)) throw ambiguous(`an unusual file at ${path}`)
  // Who goes from file to file doesn't know where such a file ends.
  if (method === stored && flags & describedBehind && size > 0) {
    throw ambiguous(`a file without an end at ${path}`)
  }
  const content = contentOf(packed, { method, size })
  if (content?.length !== size || crc32(content) !== sum) {
    throw ambiguous(`something else than it says at ${path}`)
  }
  if (isFolder({ path }) && size > 0) throw ambiguous(`a folder with content at ${path}`)
  return content
}

/** Undefined if something is left behind the packed content, or it isn't packed so. */
function contentOf(packed: Buffer, { method, size }: Pick<Facts, 'method' | 'size'>) {
  if (method === stored) return packed
  if (method !== deflated) return undefined
  const { buffer, engine } = inflated.parse(
    inflateRawSync(packed, { info: true, maxOutputLength: size + 1 }),
  )
  return engine.bytesWritten === packed.length ? buffer : undefined
}

const inflated = z.object({
  buffer: z.instanceof(Buffer),
  engine: z.looseObject({ bytesWritten: z.int() }),
})

/** Throws unless all readers take it for the same path. */
function nameAt(zip: Buffer, at: number, of: { lengths: number; bytes: number }): string {
  const [length, extra] = [zip.readUInt16LE(at + of.lengths), zip.readUInt16LE(at + of.lengths + 2)]
  const start = at + of.bytes
  const name = zip.toString('latin1', start, start + length)
  const isPlain = /^[\x21-\x7e]+$/.test(name) && !name.includes('\\')
  const isInside = name
    .replace(/\/$/, '')
    .split('/')
    .every((part) => !/^\.{0,2}$/.test(part))
  if (!isPlain || !isInside) throw ambiguous(`a file at ${JSON.stringify(name)}`)
  const fields = zip.subarray(start + length, start + length + extra)
  let field = 0
  for (; field < fields.length; field += 4 + fields.readUInt16LE(field + 2)) {
    if (field + 4 > fields.length || otherFacts.includes(fields.readUInt16LE(field))) {
      throw ambiguous(`more than one name or size at ${name}`)
    }
  }
  if (field !== fields.length) throw ambiguous(`an extra field without an end at ${name}`)
  return name
}

function lengthsAt(zip: Buffer, at: number): number {
  return zip.readUInt16LE(at) + zip.readUInt16LE(at + 2)
}

function isFolder({ path }: Pick<Entry, 'path'>): boolean {
  return path.endsWith('/')
}

function signatureAt(zip: Buffer, at: number): string {
  return zip.toString('latin1', at, at + 4)
}

function ambiguous(what: string): Error {
  return new Error(`the zip has ${what}, as no zip of the CDK or AWS Signer has`)
}
