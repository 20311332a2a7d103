// The words of games between people at two browsers, in both languages.

/** @type {Record<string, {en: string, fr: string}>} */
export const words = {
  "table.title": { en: "{game} with somebody elsewhere", fr: "{game} à distance" },
  "table.lead": {
    en: "You get a link to send. Whoever opens it plays the other side in their own browser; anybody else who does can watch.",
    fr: "Vous recevez un lien à envoyer. Qui l’ouvre joue l’autre camp dans son propre navigateur ; les suivants peuvent regarder.",
  },
  "table.teams": {
    en: "Each of you plays both seats of a team ({seats}).",
    fr: "Chacun joue les deux places d’une équipe ({seats}).",
  },
  "table.site": {
    en: "This page cannot bring people together: for that somebody starts `ardoise serve --host 0.0.0.0`.",
    fr: "Cette page ne peut pas réunir de joueurs : pour cela quelqu’un lance « ardoise serve --host 0.0.0.0 ».",
  },
  "table.side": { en: "Your side", fr: "Votre camp" },
  "table.lot": { en: "By lot", fr: "Tirage au sort" },
  "table.name": { en: "Your name (may be left empty)", fr: "Votre nom (peut rester vide)" },
  "table.open": { en: "Make a link", fr: "Créer un lien" },
  "table.link": { en: "Send this link to the other person:", fr: "Envoyez ce lien à l’autre personne :" },
  "table.copy": { en: "Copy", fr: "Copier" },
  "table.copied": { en: "The link is copied.", fr: "Le lien est copié." },
  "table.select": { en: "The link is selected: copy it.", fr: "Le lien est sélectionné : copiez-le." },
  "table.local": {
    en: "Only browsers on this machine can open it. `ardoise serve --host 0.0.0.0` lets others in.",
    fr: "Seuls les navigateurs de cette machine peuvent l’ouvrir. `ardoise serve --host 0.0.0.0` laisse entrer les autres.",
  },
  "table.waits": {
    en: "The game begins when they are here.",
    fr: "La partie commence à son arrivée.",
  },
  "table.invited": { en: "You are invited to play.", fr: "Vous êtes invité à jouer." },
  "table.times": {
    en: "Each side has {minutes} min, and {increment} s more after each turn.",
    fr: "Chaque camp a {minutes} min, et {increment} s de plus après chaque tour.",
  },
  "table.join": { en: "Play {side}", fr: "Jouer : {side}" },
  "table.watching": { en: "You watch.", fr: "Vous regardez." },
  "table.turn": { en: "Your turn.", fr: "À vous." },
  "table.again-you": { en: "You move again: the turn goes on.", fr: "À vous encore : le tour continue." },
  "table.sending": { en: "Your move is on its way.", fr: "Votre coup est en route." },
  "table.planned": {
    en: "Planned for your next turn: {spots}. Choose the last spot again to cancel.",
    fr: "Prévu pour votre prochain tour : {spots}. Choisissez de nouveau la dernière case pour annuler.",
  },
  "keys.unplan": { en: "Cancel what is planned", fr: "Annuler ce qui est prévu" },
  "table.missed": {
    en: "What you had planned cannot be played now.",
    fr: "Ce que vous aviez prévu n’est pas jouable.",
  },
  "table.nobody": { en: "Nobody yet", fr: "Pas encore là" },
  "table.here": { en: "here", fr: "en ligne" },
  "table.away": { en: "away", fr: "absent" },
  "table.is-away": {
    en: "{who} is away: the page is closed, or the line is cut.",
    fr: "{who} n’est pas là : page fermée, ou ligne coupée.",
  },
  "table.is-back": { en: "{who} is back.", fr: "{who} est de retour." },
  "table.undo": { en: "Ask to take back", fr: "Demander à reprendre" },
  "table.draw": { en: "Offer a draw", fr: "Proposer nulle" },
  "table.undo.own": {
    en: "You have asked to take back your last turn.",
    fr: "Vous avez demandé à reprendre votre dernier tour.",
  },
  "table.draw.own": { en: "You have offered a draw.", fr: "Vous avez proposé nulle." },
  "table.again.own": { en: "You would like to play again.", fr: "Vous voudriez rejouer." },
  "table.undo.asked": {
    en: "{who} asks to take back the last turn.",
    fr: "{who} demande à reprendre son dernier tour.",
  },
  "table.draw.asked": { en: "{who} offers a draw.", fr: "{who} propose nulle." },
  "table.again.asked": { en: "{who} would like to play again.", fr: "{who} voudrait rejouer." },
  "table.other": { en: "The other side", fr: "L’autre camp" },
  "table.agree": { en: "Agree", fr: "Accepter" },
  "table.refuse": { en: "Refuse", fr: "Refuser" },
  "table.withdraw": { en: "Withdraw", fr: "Retirer" },
  "table.score": { en: "After {round} games: {score}.", fr: "Après {round} parties : {score}." },
  "ending.agreement": { en: "by agreement", fr: "d’un commun accord" },
};
