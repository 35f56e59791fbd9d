import { inflateRawSync } from 'node:zlib'

/** The files of a zip by path, as its directory at the end lists them. Throws if it isn't one. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('not a zip')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const start = at + 46
    const path = zip.toString('utf8', start, start + (name ?? 0))
    if (!path.endsWith('/')) files.set(path, contentAt(zip, at))
    at = start + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}

function contentAt(zip: Buffer, entry: number): Buffer {
  const isStored = zip.readUInt16LE(entry + 10) === 0
  const size = zip.readUInt32LE(entry + 20)
  const header = zip.readUInt32LE(entry + 42)
  // The header of the file has lengths of its own.
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  const packed = zip.subarray(start, start + size)
  return isStored ? packed : inflateRawSync(packed)
}
