import { crc32, deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { zipOf } from '../../../test/infra/zip-of.ts'
import { readZip } from './read-zip.ts'

const good = zipOf({ 'index.js': 'good', 'more.js': 'more' })
const evil = zipOf({ 'index.js': 'evil' })

it('reads the files of a zip', () => {
  const texts = [...readZip(good)].map(([path, content]) => [path, content.toString()])
  expect(texts).toEqual([
    ['index.js', 'good'],
    ['more.js', 'more'],
  ])
})

/** In the headers of the files only, as who reads from file to file sees them. */
const renamed = Buffer.from(good)
renamed.write('other.js', renamed.indexOf('index.js'))

const uncounted = Buffer.from(good)
uncounted.writeUInt16LE(1, uncounted.length - 12)

it.each([
  ['something behind its end', Buffer.concat([good, Buffer.from('x')])],
  ['another zip in its comment', commented(good, evil)],
  ['another zip before it', Buffer.concat([evil, good])],
  ['a file with two names', renamed],
  ['a file that its directory has and does not count', uncounted],
  ['a path twice', twice()],
  ['a file that its directory does not list', unlisted()],
  ['a file behind the packed content of another', zipOf({ 'index.js': 'good' }, { pack: behind })],
  [
    'another name in an extra field',
    zipOf({ 'index.js': 'good' }, { extra: nameField('evil.js') }),
  ],
  ['a path out of its folder', zipOf({ '../index.js': 'evil' })],
  ['a path from the root', zipOf({ '/index.js': 'evil' })],
  ['a path with backslashes', zipOf({ 'a\\index.js': 'evil' })],
  ['a folder at the path of a file', zipOf({ 'index.js': 'good', 'index.js/': '' })],
  ['a folder with content', zipOf({ 'a/': 'evil' })],
  ['another size than it says', edited((zip, listed) => zip.writeUInt32LE(3, listed + 24))],
  ['another sum in its own header', edited((zip) => zip.writeUInt32LE(1, 14))],
  ['a link', edited((zip, listed) => zip.writeUInt32LE(0o120777 * 2 ** 16, listed + 38))],
  [
    'an encrypted file',
    edited((zip, listed) => [6, listed + 8].map((at) => zip.writeUInt16LE(1, at))),
  ],
  ['nothing', Buffer.alloc(0)],
])('refuses a zip with %s, which readers read differently', (_, zip) => {
  expect(() => readZip(zip)).toThrow(/the zip has/)
})

/** A zip with another one where its end record has a comment. */
function commented(zip: Buffer, comment: Buffer): Buffer {
  const whole = Buffer.concat([zip, comment])
  whole.writeUInt16LE(comment.length, zip.length - 2)
  return whole
}

/** `a.js` and `b.js`, of which the second is renamed in both places. */
function twice(): Buffer {
  const zip = zipOf({ 'a.js': '1', 'b.js': '2' })
  for (let at = zip.indexOf('b.js'); at >= 0; at = zip.indexOf('b.js')) zip.write('a.js', at)
  return zip
}

/** `b.js` is no longer in the directory, which is 50 bytes a file here. */
function unlisted(): Buffer {
  const zip = zipOf({ 'a.js': '1', 'b.js': '2' })
  const end = zip.length - 22
  const shorter = Buffer.concat([zip.subarray(0, end - 50), zip.subarray(end)])
  shorter.writeUInt16LE(1, shorter.length - 12)
  shorter.writeUInt32LE(50, shorter.length - 10)
  return shorter
}

/** Who goes from file to file finds another one where the content ends. */
function behind(content: Buffer): Buffer {
  return Buffer.concat([deflateRawSync(content), evil.subarray(0, evil.indexOf('PK\x01\x02'))])
}

/** The field of Info-ZIP with a name in UTF-8. */
function nameField(name: string): Buffer {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + name.length, 2)
  field.writeUInt8(1, 4)
  field.writeUInt32LE(crc32('index.js'), 5)
  return Buffer.concat([field, Buffer.from(name)])
}

/** `listed` is where the directory begins. */
function edited(edit: (zip: Buffer, listed: number) => unknown): Buffer {
  const zip = zipOf({ 'index.js': 'good' })
  edit(zip, zip.indexOf('PK\x01\x02'))
  return zip
}
