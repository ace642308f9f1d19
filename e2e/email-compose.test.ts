import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { button, said } from './kit/portal.ts'
import { openStage, type Stage } from './kit/stage.ts'

const OWNER = 'admin@grace.example'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

type Mail = { to: string[]; subject: string; html: string; text: string }
const mailed = async (subject: string): Promise<Mail[]> => {
  const { items } = (await (await fetch(`${stage.sandboxUrl}/_sandbox/mail`)).json()) as { items: Mail[] }
  return items.filter((mail) => mail.subject === subject)
}

const blocksOf = (page: Page) => page.getByRole('list', { name: 'Email', exact: true }).locator('> li')
/** What the blocks are, in their order. */
const kinds = (page: Page): Promise<string[]> =>
  blocksOf(page).evaluateAll((items) =>
    items.map((item) => String(item.getAttribute('aria-label')).split(',')[0] ?? ''),
  )

const WORD = `<p class=MsoNormal>Dear <b>all</b></p><p class=MsoListParagraph><!--[if !supportLists]-->·<!--[endif]-->Bread</p><script>x()</script>`

async function paste(page: Page, html: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Text', exact: true }).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

async function addEventAndDivider(page: Page): Promise<void> {
  const add = page.getByRole('group', { name: 'Add a block' })
  await add.getByRole('button', { name: 'Event', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of the event' }).fill('Thanksgiving')
  await page.getByRole('textbox', { name: 'Time and place' }).fill('9:00 AM, main hall')
  await add.getByRole('button', { name: 'Divider', exact: true }).click()
  expect(await kinds(page)).toEqual(['Heading', 'Text', 'Button', 'Event', 'Divider'])
}

/** On a desk, on a phone, and in the dark. */
async function lookAt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByText('Come and give thanks').waitFor()
  await frame.getByRole('listitem').getByText('Bread').waitFor()
  const shownWidth = () => page.locator('iframe').evaluate((element) => element.getBoundingClientRect().width)
  expect(await shownWidth()).toBeGreaterThan(500)
  await page.getByRole('button', { name: 'Phone', exact: true }).click()
  await expect.poll(shownWidth).toBeLessThan(400)
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect
    .poll(() =>
      frame
        .locator('.page')
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor),
    )
    .toBe('rgb(31, 27, 30)')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
}

test('an email is written in blocks, looked at, kept, and sent; it is read as it was written', async () => {
  const { page } = await stage.visit({ as: OWNER, path: '/tenant/email/compose' })
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
  await button(page, 'Send').click()
  await page.getByText('Enter a subject').waitFor()
  await page.getByText('Please select destination').waitFor()

  await page.getByRole('textbox', { name: 'Subject' }).fill('Harvest this Sunday')
  await page.getByRole('textbox', { name: 'Heading' }).fill('Come and give thanks')
  await paste(page, WORD)
  await page.getByRole('button', { name: 'First name', exact: true }).click()
  await page.getByRole('group', { name: 'Add a block' }).getByRole('button', { name: 'Button', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text on the button' }).fill('Reserve lunch')
  await page.getByRole('textbox', { name: 'Link', exact: true }).fill('grace.example/lunch')
  expect(await kinds(page)).toEqual(['Heading', 'Text', 'Button'])

  // By the keys, by the menu, and back.
  await page.getByRole('textbox', { name: 'Text on the button' }).press('Alt+ArrowUp')
  expect(await kinds(page)).toEqual(['Heading', 'Button', 'Text'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  expect(await kinds(page)).toEqual(['Heading', 'Text', 'Button'])
  await page.getByRole('button', { name: 'More for Heading' }).click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  expect(await kinds(page)).toEqual(['Text', 'Heading', 'Button'])
  await blocksOf(page).nth(1).locator('[draggable]').dragTo(blocksOf(page).first())
  expect(await kinds(page)).toEqual(['Heading', 'Text', 'Button'])

  await addEventAndDivider(page)

  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#6f2a5d' } })
    .png()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'hall.png', mimeType: 'image/png', buffer: picture })
  const alt = page.getByRole('textbox', { name: 'What does the picture show?' })
  await alt.waitFor()
  await button(page, 'Send').click()
  await page.getByText('Say what the picture shows.').waitFor()
  await alt.fill('Families in the hall')
  await page.getByText(/^Draft saved /).waitFor()

  await lookAt(page)
  await page.getByRole('button', { name: 'Templates', exact: true }).click()
  const templates = page.getByRole('dialog', { name: 'Templates' })
  await templates.getByRole('textbox').fill('Harvest')
  await templates.getByRole('button', { name: 'Save', exact: true }).click()
  await templates.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await said(page, `Test sent to ${OWNER}`).waitFor()

  await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'All contacts' })
  await page.getByText('Will receive it').waitFor()
  await button(page, 'Send').click()
  await said(page, 'Your email has been sent successfully!').waitFor()
  await page.getByRole('heading', { name: 'Harvest this Sunday', level: 1 }).waitFor()

  await expect.poll(async () => (await mailed('Harvest this Sunday')).length, { timeout: 20_000 }).toBeGreaterThan(1)
  const [mail] = await mailed('Harvest this Sunday')
  expect(mail?.html).toContain('https://grace.example/lunch')
  expect(mail?.html).toContain('alt="Families in the hall"')
  expect(mail?.text).toMatch(/Thanksgiving\n.+\n9:00 AM, main hall/)
  expect(mail?.html).not.toMatch(/<script|#name#|MsoList|·/)
  expect(mail?.text).toContain('Bread')
  // What was dragged left no word of its own in the text over which it came.
  expect(mail?.text.match(/Heading/)).toBeNull()

  await page.goto('/tenant/email/compose')
  await page.getByRole('button', { name: 'Templates', exact: true }).click()
  await templates.getByRole('button', { name: 'Harvest', exact: true }).click()
  await expect.poll(() => kinds(page)).toEqual(['Heading', 'Text', 'Button', 'Event', 'Divider', 'Picture'])
  await page.goBack()
  await page.getByRole('link', { name: 'Use it again' }).click()
  await page.getByRole('textbox', { name: 'Heading' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Harvest this Sunday')
  expect(
    await page.getByAltText('Families in the hall').evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(60)
})
