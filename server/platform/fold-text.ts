/** Letters that Unicode does not decompose, and Arabic letters that are typed for one another. */
const PLAIN_LETTERS: Record<string, string> = {
  ɓ: 'b',
  ƀ: 'b',
  ƈ: 'c',
  ɗ: 'd',
  ɖ: 'd',
  đ: 'd',
  ð: 'd',
  ɛ: 'e',
  ǝ: 'e',
  ə: 'e',
  ƒ: 'f',
  ɠ: 'g',
  ɣ: 'g',
  ǥ: 'g',
  ħ: 'h',
  ɦ: 'h',
  ı: 'i',
  ɩ: 'i',
  ɨ: 'i',
  ƙ: 'k',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ɲ: 'n',
  ɔ: 'o',
  ø: 'o',
  ɵ: 'o',
  ƥ: 'p',
  ɽ: 'r',
  ʃ: 's',
  ŧ: 't',
  ƭ: 't',
  ʈ: 't',
  ʊ: 'u',
  ʉ: 'u',
  ʋ: 'v',
  ɯ: 'w',
  ƴ: 'y',
  ȥ: 'z',
  ʒ: 'z',
  ƶ: 'z',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
  ی: 'ي',
  ى: 'ي',
  ک: 'ك',
  ة: 'ه',
  ٱ: 'ا',
}
const PLAIN_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g')

const APOSTROPHES = /['’‘‛`´ʹʻʼʽʾʿˈ′＇ꞌ]/g
/** Marks that may be left out in writing. The vowel signs of Indic scripts are letters to their readers and stay. */
const MARKS = /[\p{Mn}&&[\p{sc=Zinh}\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Ethi}]]/gv
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0640]/gu
const NOT_IN_A_WORD = /[^\p{L}\p{M}\p{N}]+/gu

/** A text as it is searched and sorted by: no marks, no case, no punctuation, one space between words. */
export function foldText(text: string): string {
  if (/^[a-z0-9]*$/.test(text)) return text
  return decompose(decompose(text.replace(APOSTROPHES, '')).toLowerCase())
    .replace(APOSTROPHES, '')
    .replace(MARKS, '')
    .replace(INVISIBLE, '')
    .replace(PLAIN_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(NOT_IN_A_WORD, ' ')
    .trim()
}

function decompose(text: string): string {
  return text.normalize('NFKD')
}
