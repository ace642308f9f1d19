import { expect, test } from 'vitest'
import { csvOf, fileNameOf } from './chart-data.ts'

const heading = { title: 'Retention Flow', period: 'Oct 22 to Nov 20, 2026', count: '38 guests' }

test('a chart as a file has its title, its period and how many it is of', () => {
  const text = csvOf(heading, { headings: ['Stage', 'Guests'], rows: [['Friend, or "kin"', '3']] })
  expect(text).toBe(
    '\u{feff}Retention Flow\r\n"Oct 22 to Nov 20, 2026"\r\n38 guests\r\n\r\nStage,Guests\r\n"Friend, or ""kin""",3\r\n',
  )
})

test('what a spreadsheet would take for a formula is a text', () => {
  expect(csvOf(heading, { headings: ['=1+1'], rows: [['@SUM(A1)']] })).toContain("'=1+1\r\n'@SUM(A1)")
})

test('a file is called as the chart and its period', () => {
  expect(fileNameOf(heading, 'png')).toBe('retention-flow-oct-22-to-nov-20-2026.png')
})
