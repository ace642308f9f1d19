import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendEmail, uploadEmailPicture } from '#contract/messaging/emails.ts'
import { keepEmail } from '#contract/messaging/kept-emails.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { forgetPictures } from './forget-pictures.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

test('pictures that stand in no email go after 30 days; those of sent ones and of drafts stay', async () => {
  const church = await app.buildChurch({})
  const as = { token: church.admin.token }
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const upload = async () => {
    const file = new File([new Uint8Array(png)], 'a.png', { type: 'image/png' })
    return (await app.call(uploadEmailPicture, { file }, as)).body.id
  }
  const [sent, drafted] = [await upload(), await upload()]
  await upload()
  const blocks = (pictureId: string) => [{ type: 'picture' as const, pictureId, width: 20, height: 20, alt: '' }]
  await app.call(sendEmail, { body: { subject: 'x', blocks: blocks(sent), toOthers: 'a@one.example' } }, as)
  const draft = { content: { subject: 'Draft', blocks: blocks(drafted) }, destination: {}, version: 0 }
  const { status } = await app.call(keepEmail, { params: { id: randomUUID() }, body: draft }, as)
  expect(status).toBe(200)
  const kept = async () =>
    (
      await app.look(
        `select p.id from picture p join email_picture e on e.tenant_id = p.tenant_id and e.picture_id = p.id
         where p.tenant_id = $1`,
        [church.tenantId],
      )
    ).map((row) => String(row['id']))
  await forgetPictures(app.server.context)
  expect(await kept()).toHaveLength(3)
  app.clock.advance(31 * 86_400_000)
  await forgetPictures(app.server.context)
  expect((await kept()).toSorted()).toEqual([sent, drafted].toSorted())
})
