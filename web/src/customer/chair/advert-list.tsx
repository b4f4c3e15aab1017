import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Section } from "#ui/screen/screen.tsx";
import styles from "./advert-list.module.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { usePageData } from "#shared/api/page-data.ts";
import { advertsQuery, useInlinedChair } from "./chair-queries.ts";

type Adverts = ChairPageData["adverts"];

export function AdvertList({ adverts }: { adverts: Adverts }) {
  const text = useText("customer");
  if (adverts.length === 0) return null;
  return (
    <Section title={text.adverts}>
      <ul className="stack-3">
        {adverts.map(({ advertId, imageUrl, linkUrl, text: advertText }) => {
          const content = (
            <>
              {imageUrl !== null && <img className={styles.picture} src={imageUrl} alt="" loading="lazy" />}
              <span className={styles.text} dir="auto">
                {advertText}
              </span>
            </>
          );
          return (
            <li key={advertId} className={styles.advert}>
              {linkUrl?.startsWith("https://") ? (
                <a className={styles.link} href={linkUrl} target="_blank" rel="noopener noreferrer nofollow">
                  {content}
                </a>
              ) : (
                content
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/**
 * Returns a chair's adverts: those that the server inlined in the page if they are in the current language, otherwise
 * fetched ones. Until the fetch succeeds, returns adverts in an earlier language, or none.
 */
export function useAdverts(deviceId: string): Adverts {
  const language = useLanguage();
  const page = usePageData();
  const inlined = useInlinedChair(deviceId)?.adverts;
  const isInlined = inlined !== undefined && page.language === language;
  const { data } = useQuery({
    ...advertsQuery(deviceId, language),
    enabled: !isInlined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (isInlined ? undefined : data) ?? inlined ?? [];
}
