/** The languages for embedding a picture; without the code itself, which the pages load later. */
export const embedLanguages = ['html', 'wordpress', 'bbcode', 'markdown'] as const;
