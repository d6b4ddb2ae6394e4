// What does not fit a page, as code for its browser.

/** Waits for what changes the widths of texts; `true`, as a font set is no value for a test. */
export const withFonts = `document.fonts.ready.then(() => true)`;

/** Text that a box cuts off; what scrolls by itself, and what is for ears only, is none. */
export const cut = `[...document.querySelectorAll('body *')]
  .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1)
  .filter((part) => /hidden|clip/.test(getComputedStyle(part).overflowX))
  .filter((part) => !part.closest('.unseen, .stage, .face') && part.textContent.trim() !== '')
  .map((part) => part.outerHTML.slice(0, 120))`;

/** How far the page can be scrolled sideways, and what sticks out. */
export const sideways = `(() => {
  const over = document.documentElement.scrollWidth - innerWidth;
  const parts = over <= 0 ? [] : [...document.querySelectorAll('main *, header *, footer *')]
    .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
    .map((part) => part.outerHTML.slice(0, 80)).slice(0, 3);
  return [Math.max(0, over), ...parts];
})()`;
