import { useState } from 'react'
import type { Collection, Labels, Verdict } from '#contract/checkin/station.ts'
import { useTexts, type TextId } from '../../../languages/index.ts'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import around from '../arriving/arriving.module.css'
import type { Desk } from '../desk/desk.ts'
import { CodeField } from '../finding/code-field.tsx'
import { failureText } from '../desk/use-act.ts'
import { OverrideDialog, ReleaseDock } from './release-dock.tsx'
import { PrintAgain } from '../desk/print-again.tsx'
import classes from './leaving.module.css'
import { SOMEBODY_ELSE, useRelease, type Release } from './use-release.ts'
import { verdictFor, verdictWords, type Collector } from './verdicts.ts'
import { useFormat } from '../../../languages/format.tsx'
import { Face } from '../../../ui/marks/face.tsx'
import { groupPhone } from '../../../languages/phone.ts'
import { IconHandStop } from '../../../ui/icons.ts'
import { Phone } from '../../../ui/marks/phone.tsx'

const roleWords: Partial<Record<number, TextId>> = {
  1: 'checkin.station.role1',
  2: 'checkin.station.role2',
  6: 'checkin.station.role6',
  7: 'checkin.station.role7',
}

type CollectorCardProps = {
  collector: Collector
  verdict: Verdict
  isChosen: boolean
  onChoose: () => void
}

/** Somebody who may stand at the desk: picture first, then what the rules say of them, in words. */
function CollectorCard({ collector, verdict, isChosen, onChoose }: CollectorCardProps) {
  const t = useTexts()
  const { name, role, phone, pictureUrl, note } = collector
  const isRefused = verdict === 'not_authorised'
  const roleWord = roleWords[role]
  return (
    <label className={`${classes['collector']} ${isRefused ? classes['refused'] : ''}`}>
      <input type="radio" name="collector" className="vh" checked={isChosen} onChange={onChoose} />
      <Face firstName={name} pictureUrl={pictureUrl} size="xl" />
      <span className={classes['collectorName']}>{name}</span>
      <span className={classes['line']}>
        {roleWord && t(roleWord)}
        {phone && (
          <>
            {roleWord && ' · '}
            <Phone value={groupPhone(phone)} />
          </>
        )}
      </span>
      {isRefused ? (
        <span className={classes['never']}>
          <IconHandStop size={18} stroke={1.75} aria-hidden="true" />
          {t(verdictWords[verdict])}
        </span>
      ) : (
        <Badge tone={verdict === 'allowed' ? 'ok' : 'warn'}>{t(verdictWords[verdict])}</Badge>
      )}
      {note && <span className={classes['line']}>{note}</span>}
    </label>
  )
}

/** Somebody who is on no list: two of the staff decide. */
function SomebodyElse({ isChosen, onChoose }: { isChosen: boolean; onChoose: () => void }) {
  const t = useTexts()
  return (
    <label className={classes['collector']}>
      <input type="radio" name="collector" className="vh" checked={isChosen} onChange={onChoose} />
      <Face firstName="?" size="xl" plain />
      <span className={classes['collectorName']}>{t('checkin.station.somebodyElse')}</span>
      <Badge tone="warn">{t('checkin.station.verdictNoGrant')}</Badge>
    </label>
  )
}

type LeavingChildProps = { child: Collection['children'][number]; isChosen: boolean; onToggle: () => void }

/** A child of the registration: in class and able to go, or where it is instead. */
function LeavingChild({ child, isChosen, onToggle }: LeavingChildProps) {
  const t = useTexts()
  const format = useFormat()
  const { firstName, className, state, checkedInAt } = child
  const where = {
    registered: t('checkin.station.neverCame'),
    checked_in: checkedInAt
      ? t('checkin.station.inSince', { class: className, time: format.time(checkedInAt) })
      : className,
    checked_out: t('checkin.station.isHome'),
  }
  return (
    <label className={classes['child']}>
      <input type="checkbox" checked={isChosen} disabled={state !== 'checked_in'} onChange={onToggle} />
      <Face {...child} size="m" />
      <span>
        <b>{firstName}</b>
        <span className="muted small">{where[state]}</span>
      </span>
    </label>
  )
}

type CollectionViewProps = {
  collection: Collection
  /** As it was scanned; null: found by name or phone, so the tag is still to be shown. */
  code: string | null
  desk: Desk
  onPrint: (labels: Labels) => void
  onDone: (released: readonly string[], collectorName: string) => void
  onLeave: () => void
}

/** Who has come for the children, and whether they may take them. */
export function CollectionView({ collection, code, desk, onPrint, onDone, onLeave }: CollectionViewProps) {
  const t = useTexts()
  const release = useRelease({ collection, code, desk, onDone })
  const [isOverriding, setOverriding] = useState(false)
  return (
    <>
      <div className={around['head']}>
        <div className="grow">
          <h1>{collection.familyName}</h1>
          <p className="muted">{t('checkin.station.whoTakes')}</p>
        </div>
        {collection.children.some(({ state }) => state === 'checked_in') && (
          <PrintAgain {...collection} desk={desk} onPrint={onPrint} />
        )}
        {release.code ? (
          <Badge tone="ok">{t('checkin.station.codeShown')}</Badge>
        ) : (
          <Badge tone="warn">{t('checkin.station.codeMissing')}</Badge>
        )}
      </div>
      <div className={around['body']}>
        <ReleaseFailure release={release} collection={collection} />
        {release.code === null && (
          <Note tone="warn">
            <p className="strong">{t('checkin.station.codeAsked')}</p>
            <CodeField label={t('checkin.station.codeOfTag')} onCode={release.showCode} />
          </Note>
        )}
        <fieldset className={classes['part']}>
          <legend>{t('checkin.station.whichChildren')}</legend>
          <div className={classes['children']}>
            {collection.children.map((child) => (
              <LeavingChild
                key={child.personId}
                child={child}
                isChosen={release.chosen.has(child.personId)}
                onToggle={() => release.toggle(child.personId)}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className={classes['part']}>
          <legend>{t('checkin.station.whoStandsHere')}</legend>
          <div className={classes['collectors']}>
            {collection.collectors.map((collector) => (
              <CollectorCard
                key={collector.personId}
                collector={collector}
                verdict={verdictFor(collection, collector, release.chosen)}
                isChosen={release.collectorId === collector.personId}
                onChoose={() => release.choose(collector.personId)}
              />
            ))}
            {desk.online && (
              <SomebodyElse
                isChosen={release.collectorId === SOMEBODY_ELSE}
                onChoose={() => release.choose(SOMEBODY_ELSE)}
              />
            )}
          </div>
        </fieldset>
      </div>
      <ReleaseDock release={release} online={desk.online} onLeave={onLeave} onOverride={() => setOverriding(true)} />
      {isOverriding && (
        <OverrideDialog
          collection={collection}
          release={release}
          onClose={() => setOverriding(false)}
          onDone={onDone}
        />
      )}
    </>
  )
}

/** Why nobody goes, child by child where the rules said so. */
function ReleaseFailure({ release, collection }: { release: Release; collection: Collection }) {
  const t = useTexts()
  const { failure } = release
  if (!failure) return null
  const said = collection.children.flatMap(({ personId, firstName }) => {
    const verdict = failure.fields[personId]
    return verdict && isVerdict(verdict) ? [`${firstName}: ${t(verdictWords[verdict])}`] : []
  })
  return (
    <Note tone="bad">
      {failureText(failure, t)}
      {said.length > 0 && (
        <ul className={classes['why']}>
          {said.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Note>
  )
}

const isVerdict = (word: string): word is keyof typeof verdictWords => Object.hasOwn(verdictWords, word)
