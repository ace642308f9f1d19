import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { welcomeLanguages, type WelcomeForm, type WelcomeLanguage } from '#contract/followup/welcome.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { IconPrinter } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { Poster, type PosterContent } from './poster.tsx'
import posterClasses from './poster.module.css'
import { posterWords } from './poster-words.ts'
import classes from './welcome.module.css'

const PLACE_MAX_LENGTH = 40

/** The poster alone on paper; the browser's own dialog saves it as a PDF as well. */
function PrintedPoster({ onDone, ...content }: PosterContent & { onDone: () => void }) {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const after = () => done()
    addEventListener('afterprint', after)
    print()
    return () => removeEventListener('afterprint', after)
  }, [])
  return createPortal(
    <div className={posterClasses['sheet']}>
      <Poster {...content} />
    </div>,
    document.body,
  )
}

/** How the form is used, and from which of the places. */
function Used({ form: { link, filledIn, lastAt, places } }: { form: WelcomeForm }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <dl className={classes['facts']}>
      <dt>{t('followup.welcome.opens')}</dt>
      <dd>
        <a href={link ?? ''} target="_blank" rel="noreferrer">
          {link?.replace(/^https?:\/\//, '')}
        </a>
      </dd>
      <dt>{t('followup.welcome.filledIn')}</dt>
      <dd>{t('followup.welcome.times', { count: filledIn })}</dd>
      {places.map(({ place, filledIn: count }) => (
        <div key={place}>
          <dt>{place}</dt>
          <dd>{t('followup.welcome.times', { count })}</dd>
        </div>
      ))}
      {lastAt && (
        <>
          <dt>{t('followup.welcome.last')}</dt>
          <dd>{format.shortDateTime(lastAt)}</dd>
        </>
      )}
    </dl>
  )
}

/** The poster to print, and the form that its code opens. */
export function PosterCard({ form }: { form: WelcomeForm }) {
  const t = useTexts()
  const [language, setLanguage] = useState<WelcomeLanguage>('en')
  const [place, setPlace] = useState('')
  const [isPrinting, setPrinting] = useState(false)
  const { link, churchName } = form
  if (link === null) return <Note tone="warn">{t('followup.welcome.noAddress')}</Note>
  const content = { churchName, link, place, language }
  return (
    <div className={classes['board']}>
      <Poster {...content} />
      <div className={classes['side']}>
        <Card title={t('followup.welcome.poster')}>
          <div className={classes['stack']}>
            <SelectField
              label={t('followup.welcome.language')}
              value={language}
              onChange={({ currentTarget }) =>
                setLanguage(welcomeLanguages.find((one) => one === currentTarget.value) ?? 'en')
              }
            >
              {welcomeLanguages.map((one) => (
                <option key={one} value={one}>
                  {posterWords[one].name}
                </option>
              ))}
            </SelectField>
            <TextField
              label={t('followup.welcome.place')}
              hint={t('followup.welcome.placeHint')}
              value={place}
              maxLength={PLACE_MAX_LENGTH}
              onChange={({ currentTarget }) => setPlace(currentTarget.value)}
            />
            <Button kind="primary" icon={IconPrinter} onClick={() => setPrinting(true)}>
              {t('followup.welcome.print')}
            </Button>
            <p className="small muted">{t('followup.welcome.printHint')}</p>
          </div>
        </Card>
        <Used form={form} />
      </div>
      {isPrinting && <PrintedPoster {...content} onDone={() => setPrinting(false)} />}
    </div>
  )
}
