import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { readRegistrable, Registrable } from '#contract/checkin/registration.ts'
import type { Result } from '#contract/endpoint.ts'
import { useTexts } from '../../../languages/index.ts'
import { thankYouPath } from '../../../routing/portal-paths.ts'
import { LONG, toast } from '../../../ui/toasts/index.ts'
import { AddWard } from './add-ward.tsx'
import type { Tally } from './choices.ts'
import { afterChange, usePersonActs, useRegister } from './use-register.ts'
import { PersonCard } from './person-card.tsx'
import classes from './registration.module.css'
import { useChoices } from './use-choices.ts'
import { spacedCode } from '#contract/checkin/codes.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Art } from '../../../ui/states/art.tsx'
import { IconQrcode } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'

type DockProps = {
  tally: Tally
  registrationId: string | null
  /** Everybody who is meant to change is registered already. */
  isChange: boolean
  /** Said in place of the count: nobody is chosen. */
  isNobodySaid: boolean
  trouble: string | null
  isBusy: boolean
  isWaiting: boolean
  onRegister: () => void
  onStop: () => void
}

function Count({ tally: { coming, withoutClass, toRegister }, registrationId, isNobodySaid }: DockProps) {
  const t = useTexts()
  const words = () => {
    if (isNobodySaid && coming === 0) return t('portal.register.nobody')
    if (withoutClass > 0) return t('portal.register.chosenWithout', { count: coming, without: withoutClass })
    const isAll = registrationId && coming > 0 && toRegister.length === 0
    return t(isAll ? 'portal.register.allRegistered' : 'portal.register.chosen', { count: coming })
  }
  return (
    <p className={classes['count']} role="status">
      {words()}
    </p>
  )
}

/** The main act, always within reach of the thumb, and what stands in its way. */
function Dock(props: DockProps) {
  const t = useTexts()
  const { tally, registrationId, isChange, trouble, isBusy, isWaiting, onRegister, onStop } = props
  const isSettled = registrationId && tally.coming > 0 && tally.toRegister.length === 0 && tally.withoutClass === 0
  return (
    <div className={classes['dock']} data-dock="">
      <div>
        {trouble && <Note tone="bad">{trouble}</Note>}
        {isWaiting && (
          <Note
            tone="warn"
            action={
              <Button size="sm" onClick={onStop}>
                {t('portal.register.stop')}
              </Button>
            }
          >
            <span role="status">{t('portal.register.noNetwork')}</span>
          </Note>
        )}
        {isSettled ? (
          <ButtonLink to={thankYouPath(registrationId)} kind="primary" size="lg" block icon={IconQrcode}>
            {t('portal.register.openPass')}
          </ButtonLink>
        ) : (
          <Button kind="primary" size="lg" block busy={isBusy} onClick={onRegister}>
            {t(isChange ? 'portal.register.save' : 'portal.register.register')}
          </Button>
        )}
        <Count {...props} />
      </div>
    </div>
  )
}

type CancelDialogProps = {
  /** Null: the dialog is shut. */
  person: Registrable | null
  className: string
  onClose: () => void
  onConfirm: (person: Registrable) => void
}

/** Asks before somebody loses their place. */
function CancelDialog({ person, className, onClose, onConfirm }: CancelDialogProps) {
  const t = useTexts()
  return (
    <Dialog
      open={person !== null}
      onClose={onClose}
      title={t('portal.register.cancelTitle')}
      actions={
        <>
          <Button onClick={onClose}>{t('portal.register.no')}</Button>
          <Button
            kind="primary"
            onClick={() => {
              onClose()
              if (person) onConfirm(person)
            }}
          >
            {t('portal.register.yes')}
          </Button>
        </>
      }
    >
      <p>{t('portal.register.cancelText')}</p>
      <p className="muted">{t('portal.register.cancelWhat', { name: person?.firstName ?? '', className })}</p>
    </Dialog>
  )
}

/** The code, as soon as there is one. However it is left, the pass comes next. */
function DoneDialog({ code, onDone }: { code: string | undefined; onDone: () => void }) {
  const t = useTexts()
  return (
    <Dialog
      open={code !== undefined}
      onClose={onDone}
      title={t('portal.register.doneTitle')}
      art={<Art picture="done" />}
      actions={
        <Button kind="primary" size="lg" block onClick={onDone}>
          {t('portal.register.done')}
        </Button>
      }
    >
      <div className={classes['done']}>
        <p className={classes['fine']}>{t('portal.register.code')}</p>
        <bdi dir="ltr" className={classes['code']}>
          {spacedCode(code ?? '')}
        </bdi>
        <p className="muted">{t('portal.register.keep')}</p>
      </div>
    </Dialog>
  )
}

type RegistrationProps = {
  eventId: string
  data: Result<typeof readRegistrable>
  /** Nobody can be registered now: places are looked at, and given up. */
  isShut: boolean
  reload: () => void
}

/** Everybody of the family with their class, and the press that registers them. */
function useRegistration({ eventId, data, reload }: RegistrationProps) {
  const t = useTexts()
  const list = useRef<HTMLUListElement>(null)
  const [hasTried, setTried] = useState(false)
  const unsay = useRef<() => void>(undefined)
  const chosen = useChoices({ eventId, classes: data.classes, people: data.people })
  const sending = useRegister(eventId, reload)
  const onChanged = (person: Registrable) => {
    chosen.drop(person)
    afterChange(eventId, data.event.registrationId)
  }
  const acts = usePersonActs(eventId, { onChanged, onRefused: reload })
  const nameOf = (classId: string) => data.classes.find(({ id }) => id === classId)?.name ?? ''
  const errorOf = (person: Registrable): string | undefined => {
    const { choice, isOut } = chosen.of(person)
    if (isOut) return t('portal.register.fasterOnes', { className: nameOf(choice.classId ?? '') })
    const isMissing = hasTried && choice.isComing && choice.classId === null
    return isMissing ? t('portal.register.chooseFor', { name: person.firstName }) : undefined
  }
  const press = () => {
    setTried(true)
    // What was said of the press before is over.
    unsay.current?.()
    const { coming, withoutClass, toRegister } = chosen.tally
    if (coming === 0) return
    if (withoutClass === 0) return sending.register(toRegister)
    unsay.current = toast.warn(t('portal.register.withoutClass'), { duration: LONG })
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return { list, chosen, sending, acts, nameOf, errorOf, press, hasTried }
}

/** Many families are called "… family" in the church's list: it is said once. */
const shortName = (familyName: string): string => familyName.replace(/^famille\s+|\s+family$/i, '')

/** Everybody who is meant to be registered is so already, in another class. */
function isChange({ toRegister, withoutClass }: Tally, people: readonly Registrable[]): boolean {
  const registered = new Set(people.flatMap(({ personId, state }) => (state === 'none' ? [] : [personId])))
  return toRegister.length > 0 && withoutClass === 0 && toRegister.every(({ personId }) => registered.has(personId))
}

export function Registration(props: RegistrationProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const { data, isShut, reload } = props
  const { event, people } = data
  const { list, chosen, sending, acts, nameOf, errorOf, press, hasTried } = useRegistration(props)
  const [cancelling, setCancelling] = useState<Registrable | null>(null)
  return (
    <>
      <div className={classes['family']}>
        <h2 className="serif">{t('portal.register.familyOf', { name: shortName(data.familyName) })}</h2>
        {!isShut && <AddWard label={t('portal.register.addWard')} onAdded={reload} />}
      </div>
      <ul className={classes['people']} ref={list} aria-label={t('portal.register.who')}>
        {people.map((person) => (
          <PersonCard
            key={person.personId}
            {...chosen.of(person)}
            person={person}
            nameOf={nameOf}
            error={errorOf(person)}
            isBusy={acts.busy === person.personId}
            isShut={isShut}
            onTick={(isComing) => chosen.tick(person, isComing)}
            onChoose={(classId) => chosen.choose(person, classId)}
            onWait={(classId) => acts.wait(person, classId, chosen.taking(classId, person))}
            onLeaveLine={() => acts.leaveLine(person)}
            onCancel={() => setCancelling(person)}
            onBirthDate={reload}
          />
        ))}
      </ul>
      {!isShut && (
        <Dock
          tally={chosen.tally}
          registrationId={event.registrationId}
          isChange={isChange(chosen.tally, people)}
          isNobodySaid={hasTried}
          trouble={sending.trouble}
          isBusy={sending.isBusy}
          isWaiting={sending.isWaiting}
          onRegister={press}
          onStop={sending.stop}
        />
      )}
      <CancelDialog
        person={cancelling}
        className={nameOf(cancelling?.classId ?? '')}
        onClose={() => setCancelling(null)}
        onConfirm={acts.cancel}
      />
      <DoneDialog
        code={sending.done?.code}
        onDone={() => void navigate({ to: thankYouPath(sending.done?.registrationId ?? '') })}
      />
    </>
  )
}
