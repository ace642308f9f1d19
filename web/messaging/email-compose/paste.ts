/** Word writes its bullets and numbers as text, between comments that only it understands. */
const BULLETS = /<!--\[if !supportLists\]-->[^]*?<!--\[endif\]-->/g
const COMMENTS = /<!--[^]*?-->/g
const LIST_ITEM = /<p[^>]*MsoListParagraph[^>]*>([^]*?)<\/p>/g
/** What no reader shows as text. */
const HIDDEN = /<(style|script|xml|o:p|title)\b[^>]*>[^]*?<\/\1>/gi

/** Text pasted from Word and the like, without its rubbish: its lists are lists again. What else it may hold is the editor's to say. */
export const cleanPasted = (html: string): string =>
  html
    .replaceAll(BULLETS, '')
    .replaceAll(COMMENTS, '')
    .replaceAll(HIDDEN, '')
    .replaceAll(LIST_ITEM, '<ul><li><p>$1</p></li></ul>')
    .replaceAll(/<\/ul>\s*<ul>/g, '')
