import { z } from 'zod/mini'
import { id } from '../pages.ts'
import { NAME_MARKS_MAX } from './sms.ts'
import { topic } from './topics.ts'

export const SUBJECT_MAX_LENGTH = 200
const PREVIEW_MAX_LENGTH = 150
const BLOCKS_MAX = 60
/** Of one text block: some pages. */
const TEXT_MAX_LENGTH = 8_000
/** An HTML document of an existing client. */
export const HTML_MAX_LENGTH = 300_000
/** All that is written of one email, as JSON. */
export const EMAIL_BYTES = 500_000

/** Where a link of an email may lead. */
const emailLink = z
  .string()
  .check(
    z.trim(),
    z.maxLength(2_000),
    z.regex(/^(https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+@[^\s<>"]+|tel:\+?[0-9 ()-]{3,30})$/i, 'Enter a web address.'),
  )

/** One line: no line breaks or other control signs, which headers end at. */
const line = (most: number) =>
  z.string().check(z.normalize('NFC'), z.maxLength(most), z.regex(/^\P{Cc}*$/u, 'Write it in one line.'))

export const subjectLine = line(SUBJECT_MAX_LENGTH)

const emailBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('heading'), text: line(200) }),
  /**
   * Paragraphs, lists, bold, italic, underlined and links, as HTML; anything else is taken out. `#name#` here and in any other
   * text becomes the first name.
   */
  z.object({ type: z.literal('text'), html: z.string().check(z.normalize('NFC'), z.maxLength(TEXT_MAX_LENGTH)) }),
  z.object({
    type: z.literal('picture'),
    /** One that was uploaded for an email of this church. */
    pictureId: id,
    /** In pixels, as it was uploaded: its place is kept while it loads. */
    width: z.int().check(z.gte(1), z.lte(4_000)),
    height: z.int().check(z.gte(1), z.lte(8_000)),
    /** What it shows, for whoever does not see it. */
    alt: line(300),
    link: z.optional(emailLink),
  }),
  z.object({ type: z.literal('button'), text: line(80), link: emailLink }),
  z.object({
    type: z.literal('event'),
    title: line(120),
    /** `YYYY-MM-DD`. */
    date: z.iso.date(),
    /** What is said of time and place: `9:00 AM, main hall`. */
    details: line(200),
    link: z.optional(emailLink),
    linkText: z.optional(line(80)),
  }),
  z.object({ type: z.literal('divider') }),
])

/** What is written. A draft may lack anything; what is missing is said when it goes. */
export const emailContent = z.object({
  subject: subjectLine,
  /** What lists of emails show behind the subject. */
  preview: z.optional(line(PREVIEW_MAX_LENGTH)),
  /** The language that it is written in; the church's usual one without. Arabic is drawn from right to left. */
  language: z.optional(z.string().check(z.regex(/^[a-z]{2}$/))),
  topic: z.optional(topic),
  /** Stands for a first name that is not known. */
  neutralName: z.optional(line(40).check(z.trim())),
  blocks: z.array(emailBlock).check(z.maxLength(BLOCKS_MAX)),
})

/** The same as it is kept: existing clients write one HTML document, which is cleaned on its way in. */
const htmlBlock = z.object({ type: z.literal('html'), html: z.string().check(z.maxLength(HTML_MAX_LENGTH)) })
export const keptEmail = z.extend(emailContent, { blocks: z.array(z.union([emailBlock, htmlBlock])) })
export type EmailContent = z.infer<typeof keptEmail>
export type EmailBlock = EmailContent['blocks'][number]

const writtenSubject = () =>
  subjectLine.check(
    z.trim(),
    z.minLength(1, 'Enter a subject'),
    z.refine((text) => text.split(/#name#/i).length - 1 <= NAME_MARKS_MAX, 'Write #name# at most ten times'),
  )

/** What may be sent. */
export const sendableEmail = z.extend(keptEmail, {
  subject: writtenSubject(),
  blocks: keptEmail.shape.blocks.check(z.minLength(1, 'Enter your message')),
})
export const writtenEmail = z.extend(emailContent, {
  subject: writtenSubject(),
  blocks: z.array(emailBlock).check(z.minLength(1, 'Enter your message'), z.maxLength(BLOCKS_MAX)),
})
