import { useState } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../controls/button.tsx'
import { Switch } from '../controls/switch.tsx'
import { IconDeviceDesktop, IconDeviceMobile } from '../icons.ts'
import { Badge } from '../surfaces/badge.tsx'
import classes from './push-choices.module.css'

/** The portal and the pages of the staff say the same in their own catalogs. */
export type DeviceWords = Record<'unknown' | 'thisDevice' | 'added' | 'reached' | 'notYet' | 'test' | 'remove', TextId>

/** A browser by which somebody is told; instants in ISO 8601. */
type Told = { id: string; name: string | null; isThis: boolean; addedAt: string; lastTakenAt: string | null }
type Doing = (device: Told) => Promise<unknown>
type DevicesProps = { devices: readonly Told[]; words: DeviceWords; onTest: Doing; onRemove: Doing }

const PHONE = /Android|iPhone|iPad|KaiOS/

function Device({ device, words, onTest, onRemove }: Omit<DevicesProps, 'devices'> & { device: Told }) {
  const t = useTexts()
  const format = useFormat()
  const [work, setWork] = useState<'test' | 'remove' | null>(null)
  const name = device.name ?? t(words.unknown)
  const Sign = PHONE.test(name) ? IconDeviceMobile : IconDeviceDesktop
  const run = async (kind: 'test' | 'remove', doing: Doing) => {
    if (work) return
    setWork(kind)
    await doing(device).finally(() => setWork(null))
  }
  return (
    <li>
      <Sign size={24} stroke={1.5} aria-hidden="true" />
      <div className={classes['device']}>
        <div className="row wrap">
          <span className="strong">{name}</span>
          {device.isThis && <Badge tone="ok">{t(words.thisDevice)}</Badge>}
        </div>
        <div className="small muted num">{t(words.added, { at: format.dateTime(device.addedAt) })}</div>
        <div className="small muted num">
          {device.lastTakenAt ? t(words.reached, { at: format.lately(device.lastTakenAt) }) : t(words.notYet)}
        </div>
      </div>
      <div className={classes['acts']}>
        <Button size="sm" busy={work === 'test'} onClick={() => void run('test', onTest)}>
          {t(words.test)}
        </Button>
        <Button size="sm" kind="quiet" busy={work === 'remove'} onClick={() => void run('remove', onRemove)}>
          {t(words.remove)}
        </Button>
      </div>
    </li>
  )
}

/** The browsers by which somebody is told, each with a test of it and the way to end it. */
export const DeviceList = ({ devices, ...rest }: DevicesProps) => (
  <ul className={classes['devices']}>
    {devices.map((device) => (
      <Device key={device.id} device={device} {...rest} />
    ))}
  </ul>
)

type Choice<Name extends string> = { name: Name; on: boolean }
type Said = { label: TextId; hint: TextId }
type CategoriesProps<Name extends string> = {
  categories: readonly Choice<Name>[]
  words: Partial<Record<Name, Said>>
  /** What cannot be switched off, and why. */
  always: Said
  onChange: (choice: Choice<Name>) => void
}

/** What somebody is told of; what cannot wait is always on. */
export function CategoryList<Name extends string>({ categories, words, always, onChange }: CategoriesProps<Name>) {
  const t = useTexts()
  return (
    <div className={classes['categories']}>
      <Switch label={t(always.label)} hint={t(always.hint)} isOn disabled onChange={() => undefined} />
      {categories.map(({ name, on }) => {
        const said = words[name]
        return (
          said && (
            <Switch
              key={name}
              label={t(said.label)}
              hint={t(said.hint)}
              isOn={on}
              disabled={false}
              onChange={(isOn) => onChange({ name, on: isOn })}
            />
          )
        )
      })}
    </div>
  )
}
