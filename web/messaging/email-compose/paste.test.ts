import { expect, test } from 'vitest'
import { cleanPasted } from './paste.ts'

const FROM_WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style>
<!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--></head><body>
<p class=MsoNormal>Dear all,<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span>·<span>&nbsp; </span></span><!--[endif]-->Bread</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span>·</span><!--[endif]-->Wine</p>
</body></html>`

test('a list pasted from Word is a list, without its bullets, comments and styles', () => {
  const cleaned = cleanPasted(FROM_WORD)
  expect(cleaned).toContain('<ul><li><p>Bread</p></li><li><p>Wine</p></li></ul>')
  expect(cleaned).toContain('Dear all,')
  expect(cleaned).not.toMatch(/·|<!--|<style|o:p|WordDocument/)
  expect(cleanPasted('<p>Plain <b>text</b></p>')).toBe('<p>Plain <b>text</b></p>')
})
