/**
 * A contact file as people have them: semicolons, windows-1252, quotes, a number in every spelling, rows twice, rows
 * without a number, one that a spreadsheet ruined. `count` rows below the heading, of which the last eight are bad.
 */
export function messyFile(count: number): { bytes: Buffer; good: number; bad: number; twice: number } {
  const bad = [
    'Ruined;2.34803E+12',
    'Short;0803',
    'Nothing;',
    'Letters;call me',
    'Long;080312345678901234',
    '=cmd|calc;n/a',
    'Half;+234 80',
    'Zero;0000000000',
  ]
  const twice = ['"Chidi, Mr";0803-500-0000', 'Ada;+234 803 500 0001']
  const good = Array.from({ length: count - bad.length - twice.length }, (_, index) => goodRow(index))
  const rows = ['Name;Phone number', ...good, ...twice, ...bad]
  return { bytes: Buffer.from(rows.join('\r\n'), 'latin1'), good: good.length, bad: bad.length, twice: twice.length }
}

const names = ['"Chidi, Mr"', 'José', 'Amélie N’Diaye'.replace('’', "'"), 'Ada', '']

function goodRow(index: number): string {
  // No number ends in 98 or 99: the sandbox gives those a meaning.
  const digits = String(5_000_000 + Math.floor(index / 90) * 100 + (index % 90))
  const spellings = [
    `0803${digits}`,
    `+234 803 ${digits.slice(0, 3)} ${digits.slice(3)}`,
    `00234803${digits}`,
    `'0803 ${digits}`,
    `803${digits}`,
  ]
  return `${names[index % names.length]};${spellings[index % spellings.length]}`
}
