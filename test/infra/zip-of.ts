import { crc32, deflateRawSync } from 'node:zlib'

type Making = { pack?: (content: Buffer) => Buffer; extra?: Buffer }

/** A zip of these files, as other machines make it: packed, with modes and times that differ. */
export function zipOf(
  files: Readonly<Record<string, string>>,
  { pack = deflateRawSync, extra = Buffer.alloc(0) }: Making = {},
): Buffer {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)]
    const packed = pack(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    common.writeUInt16LE(extra.length, 24)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, extra, packed])
    const placed = Buffer.alloc(14)
    placed.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, placed, name, extra)
    entries.push(entry)
    offset += entry.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...entries, listed, end])
}
