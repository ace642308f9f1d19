import type { CallArgs } from '#contract/endpoint.ts'
import type { EmailContent } from '#contract/messaging/email-content.ts'
import type { keepEmail } from '#contract/messaging/kept-emails.ts'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import type { Topic } from '#contract/messaging/topics.ts'
import type { TextId } from '../../languages/index.ts'
import { destinationOf, emptyDraft, type Draft } from '../draft/draft.ts'
import { splitHtml } from './split-html.ts'

type Body = CallArgs<typeof keepEmail>['body']
type Content = Body['content']
type WrittenBlock = Content['blocks'][number]
/** A block with a name of its own, by which it is known however it is moved. */
export type Block = WrittenBlock & { key: string }
export type BlockType = Block['type']
export type BlockOf<Type extends BlockType> = Extract<Block, { type: Type }>

/** An email being written; whom it is for is chosen as for an SMS. */
export type Written = {
  subject: string
  preview: string
  topic: Topic
  language: string
  neutralName: string
  blocks: readonly Block[]
  to: Draft
}

const keyed = (block: WrittenBlock): Block => ({ ...block, key: crypto.randomUUID() })

export const EMPTY: Written = {
  subject: '',
  preview: '',
  topic: 'news',
  language: 'en',
  neutralName: DEFAULT_NEUTRAL_NAME,
  blocks: [],
  to: emptyDraft,
}

/** What a new email begins with, and what is added by the button of each kind. */
export const newBlock = (type: Exclude<BlockType, 'picture'>, today: string): Block =>
  keyed(
    {
      heading: { type: 'heading', text: '' } as const,
      text: { type: 'text', html: '' } as const,
      button: { type: 'button', text: '', link: '' } as const,
      event: { type: 'event', title: '', date: today, details: '' } as const,
      divider: { type: 'divider' } as const,
    }[type],
  )

export const newPicture = (picture: { id: string; width: number; height: number }): Block =>
  keyed({ type: 'picture', pictureId: picture.id, width: picture.width, height: picture.height, alt: '' })

/** Of the 8,000 letters of a text block: the editor adds tags of its own. */
const TEXT_LETTERS = 6_000

/** What was written elsewhere as one document is gone on with as text; too long a one in parts. */
function blocksOf(content: EmailContent): Block[] {
  return content.blocks.flatMap((block) => {
    if (block.type !== 'html') return [keyed(block)]
    return splitHtml(block.html, TEXT_LETTERS).map((html) => keyed({ type: 'text', html }))
  })
}

type Destination = Body['destination']

/** A kept or sent email as the page goes on writing it. */
export const writtenFrom = (content: EmailContent, destination: Destination | null): Written => ({
  subject: content.subject,
  preview: content.preview ?? '',
  topic: content.topic ?? EMPTY.topic,
  language: content.language ?? EMPTY.language,
  neutralName: content.neutralName || EMPTY.neutralName,
  blocks: blocksOf(content),
  to: {
    ...emptyDraft,
    allContacts: destination?.allContacts ?? false,
    groupIds: destination?.groupIds ?? [],
    linkedPersonIds: destination?.personIds ?? [],
    failedOf: destination?.failedOf ?? null,
    failedFor: destination?.failedFor,
  },
})

const isLink = (link: string) =>
  /^(https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+@[^\s<>"]+|tel:\+?[0-9 ()-]{3,30})$/i.test(link)

/** `www.grace.example` is meant as an address, too. */
const wholeLink = (typed: string): string => {
  const link = typed.trim()
  return link === '' || isLink(link) || !/^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(link) ? link : `https://${link}`
}

/** Without what is empty as yet: a draft may lack anything, but what it has is whole. */
function keptBlock({ key: _key, ...block }: Block): WrittenBlock[] {
  if (block.type === 'button') {
    const link = wholeLink(block.link)
    return isLink(link) && block.text.trim() ? [{ ...block, link }] : []
  }
  if (block.type === 'picture' || block.type === 'event') {
    const { link = '', ...rest } = block
    const whole = wholeLink(link)
    return [{ ...rest, ...(isLink(whole) && { link: whole }) }]
  }
  return [block]
}

export const contentOf = ({ subject, preview, topic, language, neutralName, blocks }: Written): Content => ({
  subject,
  topic,
  language,
  ...(preview.trim() && { preview }),
  ...(neutralName.trim() && { neutralName }),
  blocks: blocks.flatMap(keptBlock),
})

export function whomOf({ to }: Written): Destination {
  const { allContacts, groupIds, personIds, failedOf, failedFor } = destinationOf(to) ?? {}
  return {
    ...(allContacts && { allContacts }),
    ...(groupIds && { groupIds }),
    ...(personIds && { personIds }),
    ...(failedOf && { failedOf }),
    ...(failedFor && { failedFor }),
  }
}

export const bodyOf = (written: Written): Omit<Body, 'version'> => ({
  content: contentOf(written),
  destination: whomOf(written),
})

export type Missing = Partial<Record<'subject' | 'blocks' | 'destination', TextId>>

/** What a block still lacks. */
export function lacking(block: Block): TextId | null {
  if (block.type === 'picture' && block.alt.trim() === '') return 'messaging.emailBlock.altMissing'
  if (block.type === 'button' && block.text.trim() === '') return 'messaging.emailBlock.buttonMissing'
  if (block.type === 'button' && !isLink(wholeLink(block.link))) return 'messaging.emailBlock.linkMissing'
  if ((block.type === 'picture' || block.type === 'event') && block.link?.trim() && !isLink(wholeLink(block.link)))
    return 'messaging.emailBlock.linkMissing'
  if (block.type === 'event' && block.title.trim() === '') return 'messaging.emailBlock.titleMissing'
  return null
}

const isSaying = (block: Block) =>
  block.type !== 'divider' &&
  (block.type === 'heading'
    ? block.text.trim() !== ''
    : block.type !== 'text' || /[^\s<>]/.test(block.html.replaceAll(/<[^>]*>/g, '')))

/** What still has to be filled in before it can go. */
export const missingIn = (written: Written): Missing => ({
  ...(written.subject.trim() === '' && { subject: 'messaging.emailWrite.enterSubject' }),
  ...(!written.blocks.some(isSaying) && { blocks: 'messaging.compose.enterMessage' }),
  ...(written.blocks.some((block) => lacking(block)) && { blocks: 'messaging.emailWrite.blockLacks' }),
  ...(destinationOf(written.to) === null && { destination: 'messaging.compose.selectDestination' }),
})
