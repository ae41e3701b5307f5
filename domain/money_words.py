"""What speaks of money, in English, in Russian, and in Russian spelled with Latin letters: the list, not the check.

In every list `*` at a word's end stands for any ending, at its beginning as well for any word around it.  Letters are
written small and without marks.  `domain.money_list` says how the lists are read (PRZ-2).
"""

MONEY_SIGNS = "🤑💰💴💵💶💷💸💳🪙🏧💱💲💹圓円"
"""Signs that stand for money and are no currency signs by their Unicode category."""

MONEY = """
*money* *cash* *dollar* rouble* rubles ruble rubl* rubel* euro euros eurocent* usd eur gbp chf rur uah kzt byn jpy cny
usdt usdc btc eth busd *bitcoin* crypto* ethereum tether altcoin* stablecoin* satoshi*
pay pays paying paid payer payee payout* payment* payable payday* payroll* paycheck* paycheque* payslip* paypal payback
paynow payoneer repay* repaid prepay* prepaid payed
quid tenner tenners fiver fivers bucks greenback* moolah wonga dosh simoleon* sterling
zloty* hryvn* rupee* shekel* dinar* dirham* renminbi yuan baht forint* tenge tugrik* reais
monies payoff* freebet* iban refund* reimburs* banknote* cheque cheques deposit* salary salaries wage wages
stipend* dividend* earnings
winnings income currency currencies rakeback venmo revolut zelle skrill neteller qiwi webmoney yoomoney
prizepool* prizefund* moolah remuneration honorarium

*деньг* *денег* *денежн* *денежк* *деньжат* *деньжищ* *деняк* *денюжк* *доллар* *долар* *биткои*
*криптовалют* *криптоден*
рубл* руб рублик* бакс баксы баксов баксам баксами баксах бакса бачеи бачи бабло бабла баблу баблом бабле бабосы бабос
бабосик* бабки бабок бабками косарь косаря косареи косарики евро еврик* еврорубл* еврики
наличн* наличк* налик* нал налом безнал* кэш* кеш кешем кешу кешб* кешаут* тугр мани манеи
выплат* гонорар* зарплат* оклад окладом зп вознагражден денег
гривен гривн* грн тенге злоты* тугрик* шекел* юан юань юани юанеи динар* дирхам* рупия рупии рупиям
валют* валюта банкнот* купюр* банковск* депозит* дивиденд* стипенд* компенсац* чек чека чеки
криптои крипту битк битка битков эфириум* usdt юсдт тезер
призпул* праизпул* праизмани призфонд* рэикб* реикб* реибек* вебмани юмани сберкнижк* сбербанк*
тинькофф* пеиаут*
рубас* крипта чеками *деньжо* лавэ лавандос* заработ* доход доходы дохода доходом кредит кредита кредитом кредиты ссуда
оплат* оплач* компенсир*
ссуды заим заима пятихатк* стольник* червонец червонц* полтинник* тыща тыщи тыщ тыщу лям ляма лямов стерлинг* манат
манаты манатов песет* форинт* фрибет* оплатим заплатим заплатят платим платят платеж*

dengi dengami dengam dengakh dengah dengu deneg denezhn* denejn* denezn* nalichn* nalichk* nalik rublei rublej rubley
rublya rublia rublik* rubli baksy baksov baks bablo babla babki babosy kesh kesha* keshem keshb* keshbek* kosar kosarei
evro evrik* griven grivna grivny grivn* viplat* vyplat* gonorar* zarplat* valyut* valut* kupyur* banknot* beznal*
"""
"""Words that are refused wherever they stand."""

CURRENCIES = """
cent cents penny pennies pence pound pounds mark marks crown crowns krona kronor krone kroner koruna korun kr yen yens
peso pesos franc francs lira liras rand rands lari lei leu lev leva won real sol soles grand buck dime dimes nickel
quarter shilling shillings guinea ruble rub rup ils try thb idr php ron bgn gel uzs kgs amd azn mdl inr krw brl mxn zar
cad aud nzd sgd hkd kc kcs zl ft din dram drams som sum tg sat sats doge ltc xrp trx usdc bnb xmr

р руб рэ крон кроны крона франк* фунт* фунтов иен иены иена марок марки песо лари леи лев левов лир
лиры реалов
лв лева долл тг сом сомов сум сумов драм драмов манат* рупии рупи вон цент* копеек копеики копеика коп пенс* уе
kopeek
"""
"""Words that are money beside a number that stands before them, and may be something else without one."""

CODES = """
иен песо лари франков сумов rub sek nok dkk czk pln huf isk cad aud nzd sgd hkd inr krw brl mxn zar thb ils azn
bgn kr rs rp
"""
"""Of the codes of currencies, those that are money with the number behind them too."""

NUMBERS = """
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions
billion half dozen couple
один одна два две три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать
пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать тридцать сорок пятьдесят шестьдесят семьдесят
восемьдесят девяносто сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот тысяча тысячи
тысяч тысячу
тыс миллион* млн полтора полторы полторе пара пару сотня сотни сотню ста
sto tysyach tysyacha pyatsot
"""
"""Numbers in words."""

TIMES = "k к тыс т thousand million m mln млн grand hundred hundreds k's"
"""What makes a number larger when it stands behind it."""

BETWEEN = """
us american canadian australian swiss british english german danish swedish norwegian czech polish turkish mexican
chinese japanese korean russian hong kong singapore crisp new hard real
бел белорус* белар* росс* рус* американ* канад* австрал* швеицар* британ* англ* неме* датск* шведск* норвеж*
чеш* польск*
турецк* мексиканск* китаиск* японск* казахстан* украинск* хруст* новых
"""
"""What may stand between a number and a currency."""

FEE = "buy in|buy ins|buyin*|entry fee|entry fees|entrance fee*|fees|баи ин*|баиин*|взнос*"
"""What players give for their entry, by itself no wrong: a free one may be a prize."""

PHRASES = """
prize*|guaranteed|total|cash pool|pools|pot|pots
prize* fund*
of|from the pool|pools|pot|rake
pot goes|split|shared|divided|to
profit share|shares
share|part ~ profit|profits
% of the|a|prize|your|his|her|my|our pool|pot|fund|fees|rake|takings|proceeds|profits
third|quarter|fifth|tenth of the|a|prize pool|pot|fund|rake|takings|proceeds
share|part|half|cut ~ pool|pot|prizefund|fund|rake
lump|tidy|handsome|figure sum|sums
win|wins|get|gets|take|takes|pocket|pockets|receive|receives|earn|earns|collect|collects ~ #.
spend # at|on|in
wallet|bankroll|credit ~ #.
# big ones
your|the stake|stakes back|returned
a grand .
a|half grand for|to|in|on|and|plus|per
half a grand
wad|stack|pile|bundle of notes|bills
share|part|half|cut|quarter|% ~ {FEE}
% ~ {FEE}
take*|get|gets|win|wins|receive*|return*|split* ~ {FEE}
{FEE} back|returned
all ~ {FEE}
{FEE} are|is|go|goes shared|split|returned|back|to
призов* фонд*|пул*|банк*|котел|котла
призов*|призы|приз|prize|prizes #.
# место #=
# st|nd|rd|th place #=
first|second|third|перв*|втор*|трет* place|место #=
#! to|for the|a winner|champion
#! победител*|чемпион*
гарантирован* фонд*|пул*|банк*
банк забира*|получа*|достан*|уход*
весь|забира* банк
от|с прибыли
фонд* призов*|турнир*
банк* турнир*|игр*
дол*|част*|половин*|треть|четверть|процент*|% банка|банков|фонд*|пула|котла|реика
дол*|част*|половин*|треть|четверть|процент*|% от|с|со банка|фонд*|пула|котла|реика|прибыл*|выручк*
# зеленых|зелени|деревянных|бакинских|американских .
выигра*|выигрыш*|получ*|забира*|забер*|берет|достан* ~ #.
билет* ~ за #.
реик*|комисси* победител*|чемпион*|игрок*
фонд делит*|делим|пополам|разыгр*
дол*|част*|половин*|процент*|%|треть|четверт* ~ {FEE}
возврат*|верн*|возвращ*|забир*|получ*|забер* ~ {FEE}
возврат* средств|суммы|стоимости
призов* сумм*
сумм* взнос*|выигрыш*|приз*
{FEE} назад|обратно
prizovoi|prizovoj|prizovoy fond*|pul

bank|wire|sepa|swift|card|money transfer*
transfer* to your|the|a|his bank|account|card|wallet|winner
bank account|card|cheque|check|draft|deposit|loan|details
to|into|onto your|the|his|her|winner*|player* ~ account|card|wallet|balance
on your|his|her account|balance
your|account|player|cash balance
balance top up
top up your|balance|account
store|casino|bar|account credit|credits
credit to|on account|your
gift card|voucher #.
перевод* на карт*|счет*|кошел*|баланс
на сбер
счет* в банк*
вывод* средств|на
на банковск*|карточн*|расчетн*|лицев* счет*
на счет победител*|игрок*|в
на кошелек|баланс|депозит|карту победител*|игрок*
на карту|счет|кошелек|баланс .
на кошелек|баланс
зачисл* на счет*|карт*|баланс
начисл* на счет*|карт*|баланс
пополн* счет*|баланс*|кошельк*|карт*
карт*|счет|счета пополн*
банк* чек*|карт*
denezhn*|den prize|priz

worth|valued|priced|price|prices|value|cost|costs|costing #-
worth|valued|priced|price|value|cost|costs|costing of|at|is|up|about|around|nearly|almost|roughly|over|some #-
worth|value|price up|of to|about #-
номинал*|стоимост*|ценои|ценность*|сумма|сумму|суммои|стоит|цена|эквивалент* #-
номинал*|стоимост*|сумма|сумму|суммои ~ #.
номинал*|стоимост*|ценои|ценность*|сумма|сумму|суммои|стоит|цена|эквивалент* в|до|на|около|от #-
certificate|certificates|voucher|vouchers|card|coupon ~ #.
certificate|certificates|voucher|vouchers|card|coupon of|for|on|over|worth #.
сертификат|сертификаты|ваучер|купон|карта|карту|премия|премию|премиеи ~ #.
сертификат|сертификаты|ваучер|купон|карта|карту на #.
премия|премию|премиеи в размере #-
скидка|скидку|скидкои #.
скидка|скидку|скидкои на|в #.
discount #.
discount of #.
# off
подар*|товар*|шопинг|шоппинг|покуп*|обед|ужин|футболк*|мерч* за #.
подар*|товар*|шопинг|шоппинг|покуп* на #.
check|cheque for #-
gtd|guaranteed|guarantee|гарант*|гтд #.
# gtd|guaranteed|гарант*|гтд

# у е
# y e
"""
"""Words that are refused one after the other.

`|` between words: either; `#`: a number; `#-`: a number that counts none of UNITS; `#.`: one of 20 or more after which
no word comes, and no year; `#=`: the same, also behind a label; `#!`: one that is no year; `%`: a percent sign; `~`: up
to three words of any kind; `.`: the end of the text or of a sentence.
"""

UNITS = """
point points pts chip chips hour hours minute minutes day days week weeks month months entry entries ticket
tickets seat
seats game games lesson lessons person persons people guest guests dinner dinners drink drinks star stars place places
ml l kg g cm m km
очк* балл* фиш* час* минут* день дня днеи недел* месяц* вход* билет* мест* игр* заняти* урок* персон*
человек* гост* ужин*
напит* литр* грамм* г кг л мл см м км звезд* турнир*
"""
"""What may be counted where a value is spoken of."""

LABELS = """
no nr num number n seat seats table row box sector gate level stage season round room place day week year bus flight
page chapter channel size
номер ном место места ряд стол сектор этап уровень сезон тур день неделя раунд реис автобус комната зал стр размер
"""
"""Words after which a number is a name, and no amount by itself."""

HARMLESS = """
cashew* cashmere* cashel* cashier* moneypenny* moneymaker* moneyball cryptograph* cryptolog* cryptosystem* cryptic*
cryptid* cryptogram* рублен* злотвор* наличник* кэшью* кэшмир* валютих* рублев рублева рублеву рублевым рублевка
рублевки рублевскии rublev rublevka харитонь*
"""
"""Words that only look as if they were of the list."""

HARMLESS_PHRASES = """
johnny cash
milwaukee bucks
bucks fizz
deposit free
pay attention
pay* respect*
quid pro quo
expenses paid
baggage deposit
pound|pounds|фунт* of|cake
grand prize*|prix|final*|slam|piano|tour*|master*|champion*|hotel|canyon|opening|theft
quarter final*|finals
new|nine|ten sol
sea salt
mark twain
p m
чек лист*|поинт*|ап*|ин*
кредит* довери*
real madrid|estate|time|ale
won the|in|at|by|a|an|by|of
dollar*|pound|cash|penny|sterling|money|euro bay|island*|heights|ridge|river|road|street|lane
dollar*|pound|cash|penny|sterling|money|euro beach|hill*|lake|creek|academy|cove|county
sum|som of
cup won
crown|crowns of
lev tolst*
лев|льва и|толст*|яшин*
вон там|тот|та
марок|марки для|коллекц*
half marathon*|time|price|hour*|day|board|off
"""
"""Words that are harmless one after the other, though not each for itself."""

NOT_JOINED = """
на за до по не но от из об под при про без для над или как что это все его ее мы вы они
the to in on of at an my be for and or by is it as no so we he she you our his her its new any all one two
"""
"""Whole words that are not taken for the first half of a word that a space has split."""
