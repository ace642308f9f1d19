import type { ReactNode } from 'react'
import { BrandMark } from '../marks/brand-mark.tsx'
import classes from './door-frame.module.css'
import { useLingui } from '@lingui/react'
import { chooseLanguage, languages, useTexts, type Language } from '../../languages/index.ts'

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)
const choices = Object.keys(languages).filter(isLanguage)

/** The languages, each named in itself; the one that is shown is marked. */
function LanguageSwitch() {
  const { i18n } = useLingui()
  const t = useTexts()
  return (
    <div className={classes['languages']} role="group" aria-label={t('app.account.language')}>
      {choices.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.locale === language}
          onClick={() => void chooseLanguage(language)}
        >
          {languages[language]}
        </button>
      ))}
    </div>
  )
}

type DoorFrameProps = {
  /** Whose door this is. */
  name: string
  /** A picture of theirs; without one the mark of the house. */
  logo?: ReactNode
  title: string
  text: string
  /** Stands over the doorway. */
  promise: string
  children: ReactNode
}

/** Pages before a door: the form on one side, the doorway with its light on the other. */
export function DoorFrame({ name, logo, title, text, promise, children }: DoorFrameProps) {
  return (
    <div className={classes['in']}>
      <title>{`${title} · ${name}`}</title>
      <main className={classes['form']}>
        <div className={classes['brand']}>
          {logo ?? <BrandMark large />}
          {name}
        </div>
        <div>
          <h1>{title}</h1>
          <p className={`muted ${classes['lead']}`}>{text}</p>
        </div>
        {children}
        <LanguageSwitch />
      </main>
      <aside className={classes['doorway']} aria-label={name}>
        <p className="serif">{promise}</p>
        <svg viewBox="0 0 400 430" aria-hidden="true">
          <path d="M10 431V200a190 190 0 0 1 380 0v231" />
          <path d="M46 431V206a154 154 0 0 1 308 0v225" />
          <path d="M82 431V212a118 118 0 0 1 236 0v219" />
          <path d="M118 431V218a82 82 0 0 1 164 0v213" className={classes['opening']} />
          <path d="M152 431V224a48 48 0 0 1 96 0v207z" className={classes['light']} />
        </svg>
      </aside>
    </div>
  )
}
