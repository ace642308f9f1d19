import { useState } from 'react'
import { useTexts, type TextId } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { IconPrinter } from '../../../ui/icons.ts'
import { FormFoot } from '../../../ui/forms/form-foot.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { labelSizes, sizeNames } from '../sizes.ts'
import type { Slip } from '../slips.ts'
import { LabelPicture } from './label-picture.tsx'
import { choosePrinter, type PrinterChoice } from './printer-choice.ts'
import { links } from './send-labels.ts'
import classes from './printing.module.css'
import type { LabelPrinter } from './use-label-printer.tsx'

const ways = [
  { value: 'browser', label: 'checkin.labels.browser', hint: 'checkin.labels.browserHint' },
  { value: 'zpl', label: 'checkin.labels.zpl', hint: 'checkin.labels.zplHint' },
  { value: 'esc_pos', label: 'checkin.labels.escPos', hint: 'checkin.labels.escPosHint' },
] as const satisfies readonly { value: PrinterChoice['way']; label: TextId; hint: TextId }[]

const linkNames = {
  usb: 'checkin.labels.usb',
  serial: 'checkin.labels.serial',
  file: 'checkin.labels.file',
} as const satisfies Record<PrinterChoice['link'], TextId>
const linkOrder = ['usb', 'serial', 'file'] as const

const sizeWords = {
  '62x40': 'checkin.labels.size62',
  '100x50': 'checkin.labels.size100',
  receipt58: 'checkin.labels.size58',
} as const satisfies Record<PrinterChoice['size'], TextId>

/** What this device prints labels with. What is chosen counts at once. */
export function PrinterDialog({ printer, onClose }: { printer: LabelPrinter; onClose: () => void }) {
  const t = useTexts()
  const { choice, state } = printer
  const change = (part: Partial<PrinterChoice>) => choosePrinter({ ...choice, ...part })
  const open = linkOrder.filter((link) => links[link].isThere())
  const chooseWay = (way: PrinterChoice['way']) =>
    change({ way, link: open[0] ?? 'file', ...(way === 'esc_pos' && { size: 'receipt58' }) })
  return (
    <Dialog open onClose={onClose} title={t('checkin.labels.title')}>
      <fieldset className={classes['choices']}>
        <legend className="vh">{t('checkin.labels.way')}</legend>
        {ways.map(({ value, label, hint }) => (
          <label key={value} className={classes['choice']}>
            <input
              type="radio"
              name="way"
              aria-label={t(label)}
              checked={choice.way === value}
              onChange={() => chooseWay(value)}
            />
            <span>
              <span className="strong">{t(label)}</span>
              <br />
              <span className="small muted">{t(hint)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {choice.way !== 'browser' && <LinkChoice printer={printer} open={open} onChange={(link) => change({ link })} />}
      <SelectField
        label={t('checkin.labels.size')}
        value={choice.size}
        onChange={({ target }) => change({ size: sizeNames.find((name) => name === target.value) ?? '62x40' })}
      >
        {sizeNames.map((name) => (
          <option key={name} value={name}>
            {t(sizeWords[name])}
          </option>
        ))}
      </SelectField>
      {state === 'failed' && <Note tone="bad">{t('checkin.labels.failed')}</Note>}
      <Preview size={choice.size} />
      <FormFoot>
        <Button icon={IconPrinter} onClick={printer.printTest}>
          {t('checkin.labels.test')}
        </Button>
        <Button kind="primary" onClick={onClose}>
          {t('checkin.labels.done')}
        </Button>
      </FormFoot>
    </Dialog>
  )
}

type LinkChoiceProps = {
  printer: LabelPrinter
  open: readonly PrinterChoice['link'][]
  onChange: (link: PrinterChoice['link']) => void
}

/** By which cable, and the browser's question which printer it is. */
function LinkChoice({ printer, open, onChange }: LinkChoiceProps) {
  const t = useTexts()
  const [isRefused, setRefused] = useState(false)
  const { link } = printer.choice
  const pair = () => {
    setRefused(false)
    links[link].pair().then(printer.look, () => setRefused(true))
  }
  return (
    <div className="stack-8">
      <SelectField
        label={t('checkin.labels.link')}
        value={link}
        onChange={({ target }) => onChange(linkOrder.find((one) => one === target.value) ?? 'file')}
        hint={open.length === 1 ? t('checkin.labels.onlyFile') : undefined}
      >
        {open.map((one) => (
          <option key={one} value={one}>
            {t(linkNames[one])}
          </option>
        ))}
      </SelectField>
      {link !== 'file' && (
        <Button onClick={pair}>
          {t(printer.state === 'missing' ? 'checkin.labels.connect' : 'checkin.labels.connectOther')}
        </Button>
      )}
      {isRefused && <Note tone="warn">{t('checkin.labels.notConnected')}</Note>}
    </div>
  )
}

/** What a label of this size looks like, with a child that nobody is. */
function Preview({ size }: { size: PrinterChoice['size'] }) {
  const t = useTexts()
  const slip: Slip = {
    kind: 'child',
    name: t('checkin.labels.exampleName'),
    line: t('checkin.labels.exampleClass'),
    small: '',
    code: 'K7M4QX',
    spacedCode: 'K7M 4QX',
    allergies: t('checkin.labels.exampleAllergy'),
    medical: '',
    hasCustodyFlag: false,
    foot: t('checkin.labels.exampleFoot'),
  }
  return (
    <div className={classes['preview']}>
      <LabelPicture slip={slip} size={labelSizes[size]} label={t('checkin.labels.preview')} />
    </div>
  )
}
