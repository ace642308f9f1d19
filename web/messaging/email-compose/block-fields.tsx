import { lazy, Suspense } from 'react'
import { useTexts } from '../../languages/index.ts'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import type { Act } from './history.ts'
import classes from './blocks.module.css'
import { lacking, type Block, type BlockOf } from './written.ts'

const TextEditor = lazy(async () => ({ default: (await import('./text-editor.tsx')).TextEditor }))

type Props<B extends Block> = {
  block: B
  change: (part: Partial<B>) => void
  /** What is missing is said once somebody wanted to send it. */
  wrong: string | undefined
}

function Heading({ block: { text }, change }: Props<BlockOf<'heading'>>) {
  const t = useTexts()
  return (
    <TextField
      label={t('messaging.emailBlock.heading')}
      value={text}
      maxLength={200}
      dir="auto"
      autoComplete="off"
      onChange={({ target }) => change({ text: target.value })}
    />
  )
}

function Text({ block: { html }, change }: Props<BlockOf<'text'>>) {
  const t = useTexts()
  const label = t('messaging.emailBlock.text')
  const plain = html.replaceAll(/<[^>]*>/g, ' ').trim()
  return (
    <div className={classes['text']}>
      <span className={classes['label']}>{label}</span>
      <Suspense fallback={<p className="muted">{plain || t('ui.state.loading')}</p>}>
        <TextEditor html={html} label={label} onChange={(next) => change({ html: next })} />
      </Suspense>
    </div>
  )
}

/** Where it leads; empty: nowhere. */
function LinkField({
  value = '',
  error,
  onChange,
}: {
  value: string | undefined
  error: string | undefined
  onChange: (link: string) => void
}) {
  const t = useTexts()
  return (
    <TextField
      label={t('messaging.emailBlock.link')}
      type="url"
      inputMode="url"
      placeholder={t('messaging.emailBlock.linkExample')}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function Picture({ block, change, wrong, address }: Props<BlockOf<'picture'>> & { address: string | undefined }) {
  const t = useTexts()
  const isWithoutWords = block.alt.trim() === ''
  return (
    <div className={classes['fields']}>
      {address && (
        <img src={address} alt={block.alt} width={block.width} height={block.height} className={classes['picture']} />
      )}
      <TextField
        label={t('messaging.emailBlock.alt')}
        hint={t('messaging.emailBlock.altHint')}
        error={isWithoutWords ? wrong : undefined}
        value={block.alt}
        maxLength={300}
        onChange={({ target }) => change({ alt: target.value })}
      />
      <LinkField value={block.link} error={isWithoutWords ? undefined : wrong} onChange={(link) => change({ link })} />
    </div>
  )
}

function ButtonFields({ block, change, wrong }: Props<BlockOf<'button'>>) {
  const t = useTexts()
  const isNameless = block.text.trim() === ''
  return (
    <div className={classes['two']}>
      <TextField
        label={t('messaging.emailBlock.buttonText')}
        error={isNameless ? wrong : undefined}
        value={block.text}
        maxLength={80}
        dir="auto"
        onChange={({ target }) => change({ text: target.value })}
      />
      <LinkField value={block.link} error={isNameless ? undefined : wrong} onChange={(link) => change({ link })} />
    </div>
  )
}

function EventFields({ block, change, wrong }: Props<BlockOf<'event'>>) {
  const t = useTexts()
  const isNameless = block.title.trim() === ''
  return (
    <div className={classes['fields']}>
      <div className={classes['two']}>
        <TextField
          label={t('messaging.emailBlock.eventTitle')}
          error={isNameless ? wrong : undefined}
          value={block.title}
          maxLength={120}
          dir="auto"
          onChange={({ target }) => change({ title: target.value })}
        />
        <TextField
          label={t('messaging.schedule.date')}
          type="date"
          value={block.date}
          onChange={({ target }) => target.value && change({ date: target.value })}
        />
      </div>
      <AreaField
        label={t('messaging.emailBlock.details')}
        placeholder={t('messaging.emailBlock.detailsExample')}
        rows={1}
        value={block.details}
        maxLength={200}
        dir="auto"
        onChange={({ target }) => change({ details: target.value.replaceAll(/[\r\n]+/g, ' ') })}
      />
      <div className={classes['two']}>
        <TextField
          label={t('messaging.emailBlock.linkText')}
          value={block.linkText ?? ''}
          maxLength={80}
          dir="auto"
          onChange={({ target }) => change({ linkText: target.value })}
        />
        <LinkField value={block.link} error={isNameless ? undefined : wrong} onChange={(link) => change({ link })} />
      </div>
    </div>
  )
}

type FieldsProps = { block: Block; act: (act: Act) => void; isShown: boolean; address: string | undefined }

/** What of a block is written. */
export function BlockFields({ block, act, isShown, address }: FieldsProps) {
  const t = useTexts()
  const change = (part: Partial<Block>) => act({ kind: 'block', key: block.key, part })
  const missing = isShown ? lacking(block) : null
  const wrong = missing ? t(missing) : undefined
  if (block.type === 'heading') return <Heading {...{ block, change, wrong }} />
  if (block.type === 'text') return <Text {...{ block, change, wrong }} />
  if (block.type === 'picture') return <Picture {...{ block, change, wrong, address }} />
  if (block.type === 'button') return <ButtonFields {...{ block, change, wrong }} />
  if (block.type === 'event') return <EventFields {...{ block, change, wrong }} />
  return <hr className={classes['rule']} aria-label={t('messaging.emailBlock.divider')} />
}
