import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sweepUploads } from './upload.ts'

test('what a killed server left behind is removed, what is being received stays', async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'narthex-sweep-'))
  await mkdir(path.join(directory, 'narthex-upload-abc'))
  await writeFile(path.join(directory, 'narthex-export-abc'), 'names')
  await mkdir(path.join(directory, 'somebody-else'))
  await sweepUploads(directory)
  expect((await readdir(directory)).toSorted()).toEqual(['narthex-export-abc', 'narthex-upload-abc', 'somebody-else'])
  const twoHoursAgo = Date.now() / 1000 - 2 * 60 * 60
  for (const name of await readdir(directory)) await utimes(path.join(directory, name), twoHoursAgo, twoHoursAgo)
  await sweepUploads(directory)
  expect(await readdir(directory)).toEqual(['somebody-else'])
  await rm(directory, { recursive: true })
})
