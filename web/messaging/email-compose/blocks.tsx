import { useRef, useState, type KeyboardEvent } from 'react'
import { uploadEmailPicture } from '#contract/messaging/emails.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { presentTime } from '../../device/clock.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button, type Icon } from '../../ui/controls/button.tsx'
import { MenuItem, MoreMenu } from '../../ui/data-table/menu.tsx'
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarEvent,
  IconClick,
  IconCopy,
  IconGripVertical,
  IconHeading,
  IconPhoto,
  IconSeparator,
  IconTrash,
  IconTypography,
} from '../../ui/icons.ts'
import { toast } from '../../ui/toasts/index.ts'
import { BlockFields } from './block-fields.tsx'
import classes from './blocks.module.css'
import { ownAddress } from './opened.ts'
import type { Writing } from './use-writing.ts'
import { newBlock, newPicture, type Block, type BlockType } from './written.ts'

const kinds: readonly { type: BlockType; icon: Icon; word: TextId }[] = [
  { type: 'heading', icon: IconHeading, word: 'messaging.emailBlock.heading' },
  { type: 'text', icon: IconTypography, word: 'messaging.emailBlock.text' },
  { type: 'picture', icon: IconPhoto, word: 'messaging.emailBlock.picture' },
  { type: 'button', icon: IconClick, word: 'messaging.emailBlock.button' },
  { type: 'event', icon: IconCalendarEvent, word: 'messaging.emailBlock.event' },
  { type: 'divider', icon: IconSeparator, word: 'messaging.emailBlock.divider' },
]

const wordOf = (type: BlockType): TextId =>
  kinds.find((kind) => kind.type === type)?.word ?? 'messaging.emailBlock.text'

/** Where pictures are shown from, by their ids; of those uploaded here as they come. */
type Addresses = ReadonlyMap<string, string>

type AddProps = { writing: Writing; onPicture: (id: string, address: string) => void }

/** A button for each kind; a picture is chosen first. */
function AddBlock({ writing: { act }, onPicture }: AddProps) {
  const t = useTexts()
  const { timeZone } = useFormat()
  const file = useRef<HTMLInputElement>(null)
  const upload = useCall((picture: File) => call(uploadEmailPicture, { file: picture }), {
    done: (picture) => {
      onPicture(picture.id, ownAddress(picture.url))
      act({ kind: 'add', block: newPicture(picture), after: null })
    },
    failed: ({ code }) =>
      toast.bad(t(code === 'too_large' ? 'messaging.emailBlock.tooLarge' : 'messaging.emailBlock.notUploaded')),
  })
  const add = (type: BlockType) => {
    if (type === 'picture') return file.current?.click()
    act({ kind: 'add', block: newBlock(type, calendarDay(presentTime(), timeZone)), after: null })
  }
  return (
    <div className={classes['add']} role="group" aria-label={t('messaging.emailBlock.add')}>
      {kinds.map(({ type, icon, word }) => (
        <Button key={type} kind="quiet" icon={icon} busy={type === 'picture' && upload.busy} onClick={() => add(type)}>
          {t(word)}
        </Button>
      ))}
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('messaging.emailBlock.choosePicture')}
        onChange={({ target }) => {
          const [picture] = target.files ?? []
          if (picture) upload.run(picture)
          target.value = ''
        }}
      />
    </div>
  )
}

type HandleProps = { block: Block; at: number; act: Writing['act']; onDrag: (key: string | null) => void }

/** Takes a block elsewhere: by dragging it, by Alt and the arrow keys, or by its menu, which copies and deletes it too. */
function Handle({ block: { key, type }, at, act, onDrag }: HandleProps) {
  const t = useTexts()
  const name = t(wordOf(type))
  return (
    <div className={classes['handle']}>
      <span
        draggable
        className={classes['grip']}
        title={t('messaging.emailBlock.drag', { name })}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          // Not as text: a text block would take it in where it is dropped.
          event.dataTransfer.setData('application/x-narthex-block', name)
          onDrag(key)
        }}
        onDragEnd={() => onDrag(null)}
      >
        <IconGripVertical size={18} aria-hidden="true" />
      </span>
      <MoreMenu label={t('messaging.emailBlock.more', { name })}>
        <MenuItem icon={IconArrowUp} onPick={() => act({ kind: 'move', key, to: at - 1 })}>
          {t('messaging.emailBlock.up')}
        </MenuItem>
        <MenuItem icon={IconArrowDown} onPick={() => act({ kind: 'move', key, to: at + 1 })}>
          {t('messaging.emailBlock.down')}
        </MenuItem>
        <MenuItem icon={IconCopy} onPick={() => act({ kind: 'duplicate', key })}>
          {t('messaging.emailBlock.duplicate')}
        </MenuItem>
        <MenuItem icon={IconTrash} isDanger onPick={() => act({ kind: 'remove', key })}>
          {t('messaging.emailList.delete')}
        </MenuItem>
      </MoreMenu>
    </div>
  )
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

type BlocksProps = { writing: Writing; addresses: Addresses; onPicture: AddProps['onPicture'] }

/** The email as a list of blocks. */
export function Blocks({ writing, addresses, onPicture }: BlocksProps) {
  const t = useTexts()
  const { history, written, act, isShown } = writing
  const [dragged, drag] = useState<string | null>(null)
  const walk = (event: KeyboardEvent, key: string, at: number) => {
    const by = STEPS[event.key]
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    act({ kind: 'move', key, to: at + by })
  }
  return (
    <div>
      <ol className={classes['blocks']} aria-label={t('messaging.emailBlock.blocks')}>
        {written.blocks.map((block, at) => (
          <li
            key={`${block.key} ${history.epoch}`}
            className={classes['block']}
            data-dragged={block.key === dragged || undefined}
            aria-label={t('messaging.emailBlock.place', {
              name: t(wordOf(block.type)),
              place: at + 1,
              count: written.blocks.length,
            })}
            onKeyDown={(event) => walk(event, block.key, at)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged) act({ kind: 'move', key: dragged, to: at })
              drag(null)
            }}
          >
            <Handle block={block} at={at} act={act} onDrag={drag} />
            <div className={classes['body']}>
              <BlockFields
                block={block}
                act={act}
                isShown={isShown}
                address={block.type === 'picture' ? addresses.get(block.pictureId) : undefined}
              />
            </div>
          </li>
        ))}
      </ol>
      {written.blocks.length === 0 && <p className={`muted ${classes['none']}`}>{t('messaging.emailBlock.none')}</p>}
      <AddBlock writing={writing} onPicture={onPicture} />
    </div>
  )
}
