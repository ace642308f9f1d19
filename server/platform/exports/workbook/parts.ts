import { cellText } from './cell-text.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const SHEET_NAME_MAX_LENGTH = 31

/** Excel refuses some letters in the name of a sheet, and an apostrophe at its ends. */
const sheetName = (title: string): string =>
  [...title.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')]
    .slice(0, SHEET_NAME_MAX_LENGTH)
    .join('')
    .replaceAll(/^['\s]+|['\s]+$/g, '') || 'Sheet1'

/** The parts of a workbook around its one sheet, by path. Its cells are: plain, bold (headings), text. */
export const workbookParts = (title: string): Record<string, string> => ({
  '[Content_Types].xml':
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>` +
    `<sheet name="${cellText(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `${DECLARATION}<styleSheet xmlns="${MAIN}">` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
})
