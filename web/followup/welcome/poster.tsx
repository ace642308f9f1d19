import type { WelcomeLanguage } from '#contract/followup/welcome.ts'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import { QrCode } from '../../ui/marks/qr-code.tsx'
import classes from './poster.module.css'
import { greetings, posterWords } from './poster-words.ts'

export type PosterContent = {
  churchName: string
  /** Of the form. */
  link: string
  /** Where it hangs; '': not said. */
  place: string
  language: WelcomeLanguage
}

/** What the code says: the form, in the poster's language where the phone asks for none, with the place. */
const codeOf = ({ link, place }: PosterContent): string =>
  place.trim() === '' ? link : `${link}?${new URLSearchParams({ at: place.trim() }).toString()}`

/** The poster as it hangs: one sheet, white in every scheme. */
export function Poster(content: PosterContent) {
  const { churchName, link, language } = content
  const words = posterWords[language]
  return (
    <article className={classes['poster']} lang={language} aria-label={words.title}>
      <div>
        <p className={classes['church']}>
          <BrandMark />
          <span>{churchName}</span>
        </p>
        <p className={classes['title']}>{words.title}</p>
        <p className={classes['say']}>{words.say}</p>
        <div className={classes['arch']}>
          <div>
            <QrCode text={codeOf(content)} label={link} className={classes['qr']} />
            <b>{words.scan}</b>
          </div>
        </div>
        <p className={classes['url']}>
          <span>{words.open}</span> <b>{link.replace(/^https?:\/\//, '')}</b>
          <span className={classes['door']}>{words.door}</span>
        </p>
        <p className={classes['greetings']}>
          {greetings.map(({ language: of, text }) => (
            <span key={of} lang={of} dir="auto">
              {text}
            </span>
          ))}
        </p>
      </div>
    </article>
  )
}
